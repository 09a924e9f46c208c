// TracingChannel: five channels that together tell the life of one operation:
// start and end of its synchronous part, asyncStart and asyncEnd of what comes
// later, and error.
'use strict';

const {
  ArrayPrototypeAt,
  ArrayPrototypeSplice,
  PromisePrototypeThen,
  PromiseReject,
  PromiseResolve,
  ReflectApply,
} = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { Channel, channel } = require('internal/diagnostics/channel');
const { defineChannels, subscribeEach, unsubscribeEach } = require('internal/diagnostics/channel_group');

const events = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];

function channelOf(nameOrChannels, event) {
  if (typeof nameOrChannels === 'string') return channel(`tracing:${nameOrChannels}:${event}`);
  if (typeof nameOrChannels === 'object' && nameOrChannels !== null) {
    const given = nameOrChannels[event];
    if (!(given instanceof Channel)) {
      throw new ERR_INVALID_ARG_TYPE(`nameOrChannels.${event}`, ['Channel'], given);
    }
    return given;
  }
  throw new ERR_INVALID_ARG_TYPE('nameOrChannels', ['string', 'object', 'TracingChannel'], nameOrChannels);
}

class TracingChannel {
  constructor(nameOrChannels) {
    defineChannels(this, events, (event) => channelOf(nameOrChannels, event));
  }

  get hasSubscribers() {
    return this.start.hasSubscribers || this.end.hasSubscribers || this.asyncStart.hasSubscribers ||
      this.asyncEnd.hasSubscribers || this.error.hasSubscribers;
  }

  subscribe(handlers) {
    subscribeEach(this, events, handlers);
  }

  unsubscribe(handlers) {
    return unsubscribeEach(this, events, handlers);
  }

  traceSync(fn, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return ReflectApply(fn, thisArg, args);
    return this.start.runStores(context, () => {
      try {
        const result = ReflectApply(fn, thisArg, args);
        context.result = result;
        return result;
      } catch (error) {
        context.error = error;
        this.error.publish(context);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }

  tracePromise(fn, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return ReflectApply(fn, thisArg, args);
    const settled = () => {
      this.asyncStart.publish(context);
      this.asyncEnd.publish(context);
    };
    return this.start.runStores(context, () => {
      try {
        const promise = ReflectApply(fn, thisArg, args);
        if (typeof promise?.then !== 'function') {
          process.emitWarning(`tracePromise was called with the function '${fn.name || '<anonymous>'}', ` +
            'which returned a non-thenable.');
          context.result = promise;
          return promise;
        }
        return PromisePrototypeThen(PromiseResolve(promise), (result) => {
          context.result = result;
          settled();
          return result;
        }, (error) => {
          context.error = error;
          this.error.publish(context);
          settled();
          return PromiseReject(error);
        });
      } catch (error) {
        context.error = error;
        this.error.publish(context);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }

  // The callback is the argument at `position`, counted from the end if negative.
  traceCallback(fn, position = -1, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return ReflectApply(fn, thisArg, args);
    const callback = ArrayPrototypeAt(args, position);
    validateFunction(callback, 'callback');
    const tracing = this;
    function traced(...results) {
      if (results[0]) {
        context.error = results[0];
        tracing.error.publish(context);
      } else {
        context.result = results[1];
      }
      return tracing.asyncStart.runStores(context, () => {
        try {
          return ReflectApply(callback, this, results);
        } finally {
          tracing.asyncEnd.publish(context);
        }
      });
    }
    ArrayPrototypeSplice(args, position, 1, traced);
    return this.start.runStores(context, () => {
      try {
        return ReflectApply(fn, thisArg, args);
      } catch (error) {
        context.error = error;
        this.error.publish(context);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }
}

function tracingChannel(nameOrChannels) {
  return new TracingChannel(nameOrChannels);
}

module.exports = { TracingChannel, tracingChannel };
