// The name of a subclass, and one set by hand.
// @exit 1
class ConfigurationError extends Error {
  constructor(message, file) {
    super(message);
    this.name = 'ConfigurationError';
    this.file = file;
  }
}
throw new ConfigurationError('bad setting', 'app.conf');
