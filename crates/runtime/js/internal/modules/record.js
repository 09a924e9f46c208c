// Module records: linking and evaluation, as ECMA-262 has them for cyclic modules.
//
// A record is `SourceModule` (compiled code) or `SyntheticModule` (values somebody else has: a builtin, a CommonJS
// module, JSON). Their life:
//
//   unlinked → linked (all names resolved, functions hoisted) → evaluating → [evaluating-async →] evaluated
//
// Loading comes first and is the loader's: `dependencies` is filled in request order before `link` is called.
// Evaluation runs depth first; a module that awaits, or depends on one that does, is run when the last of what it
// waits for is done, in the order in which such modules were met (`asyncOrder`).
'use strict';

const {
  ArrayPrototypeFilter, ArrayPrototypeIncludes, ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeSort, ObjectCreate, ObjectDefineProperty,
  ObjectGetPrototypeOf, ObjectKeys, PromisePrototypeThen, PromiseWithResolvers, ReflectApply, SafeMap, SafeSet, Symbol,
  SyntaxError,
} = primordials;
const { USES_CONTEXT, USES_IMPORT, USES_META, USES_STACK_KEY, USES_REQUIRE } = internalBinding('modules');
const { makeNamespace } = require('internal/modules/namespace');
const host = require('internal/modules/host');

const GeneratorPrototype = ObjectGetPrototypeOf((function* () {}).prototype);
const AsyncGeneratorPrototype = ObjectGetPrototypeOf((async function* () {}).prototype);
const { next: generatorNext } = GeneratorPrototype;
const { next: asyncGeneratorNext } = AsyncGeneratorPrototype;

const READS_NAMES = 1;
const READS_NAMESPACE = 2;
const kAmbiguous = Symbol('ambiguous');
const kNamespace = Symbol('namespace');

let asyncOrder = 0;

// The names as keys. Sets would be iterated with methods that programs can replace.
function dictionaryOf(names) {
  const dictionary = { __proto__: null };
  for (let i = 0; i < names.length; i++) dictionary[names[i]] = true;
  return dictionary;
}

// The fields are declared, so that a setter of Object.prototype is not called for them.
class ModuleBase {
  url;
  status = 'unlinked';
  error = undefined;
  failed = false;
  dependencies = [];
  // What other modules read: one property per exported name.
  environment = ObjectCreate(null);
  namespaceObject = undefined;
  resolutions = new SafeMap();
  // Evaluation, in the words of the specification.
  index = 0;
  ancestorIndex = 0;
  cycleRoot = undefined;
  hasTopLevelAwait = false;
  asyncOrder = 0;
  pendingDependencies = 0;
  asyncParents = [];
  topLevel = undefined;

  constructor(url) {
    this.url = url;
  }

  get namespace() {
    return this.namespaceObject ??= makeNamespace(this.environment);
  }

  // Where `name` comes from: { module, name }, null if nowhere, kAmbiguous if from two places.
  resolveExport(name, seen) {
    const known = this.resolutions.get(name);
    if (known !== undefined) return known;
    const resolution = this.findExport(name, seen ?? []);
    if (seen === undefined) this.resolutions.set(name, resolution);
    return resolution;
  }
}

class SyntheticModule extends ModuleBase {
  names;
  known;
  run;

  constructor(url, names, evaluate) {
    super(url);
    this.names = names;
    this.known = dictionaryOf(names);
    this.run = evaluate;
    for (let i = 0; i < names.length; i++) this.set(names[i], undefined);
  }

  set(name, value) {
    ObjectDefineProperty(this.environment, name, {
      __proto__: null, value, writable: true, enumerable: true, configurable: true,
    });
  }

  // A value that is not read before somebody wants it.
  setLazily(name, read) {
    ObjectDefineProperty(this.environment, name, {
      __proto__: null, get: read, enumerable: true, configurable: true,
    });
  }

  exportedNames() {
    return this.names;
  }

  findExport(name) {
    return this.known[name] === true ? { module: this, name } : null;
  }

  getterOf(name) {
    const { environment } = this;
    return () => environment[name];
  }
}

class SourceModule extends ModuleBase {
  compiled;
  context;
  getters = undefined;
  generator = undefined;
  locals;

  // `compiled` is what the binding gives; `context` has what the host functions of the code need.
  constructor(url, compiled, context) {
    super(url);
    this.compiled = compiled;
    this.context = context;
    this.hasTopLevelAwait = compiled.awaits !== undefined;
    this.locals = dictionaryOf(compiled.locals);
  }

  exportedNames(visited = new SafeSet()) {
    if (visited.has(this)) return [];
    visited.add(this);
    const names = dictionaryOf(this.compiled.locals);
    const { indirect, stars } = this.compiled;
    for (let i = 0; i < indirect.length; i++) names[indirect[i][0]] = true;
    for (let i = 0; i < stars.length; i++) {
      const more = this.dependencies[stars[i]].exportedNames(visited);
      for (let j = 0; j < more.length; j++) if (more[j] !== 'default') names[more[j]] = true;
    }
    return ObjectKeys(names);
  }

  findExport(name, seen) {
    for (let i = 0; i < seen.length; i += 2) {
      if (seen[i] === this && seen[i + 1] === name) return null;
    }
    ArrayPrototypePush(seen, this, name);
    if (this.locals[name] === true) return { module: this, name };
    const { indirect, stars } = this.compiled;
    for (let i = 0; i < indirect.length; i++) {
      if (indirect[i][0] !== name) continue;
      const { 1: request, 2: imported } = indirect[i];
      const target = this.dependencies[request];
      return imported === null ? { module: target, name: kNamespace } : target.resolveExport(imported, seen);
    }
    if (name === 'default') return null;
    let found = null;
    for (let i = 0; i < stars.length; i++) {
      const resolution = this.dependencies[stars[i]].resolveExport(name, seen);
      if (resolution === kAmbiguous) return kAmbiguous;
      if (resolution === null) continue;
      if (found === null) found = resolution;
      else if (found.module !== resolution.module || found.name !== resolution.name) return kAmbiguous;
    }
    return found;
  }

  getterOf(name) {
    return this.getters[name];
  }

  // Checks that every imported name exists.
  checkImports() {
    const { imports, indirect, requests } = this.compiled;
    for (let i = 0; i < imports.length; i++) {
      const { 0: request, 1: name, 2: line, 3: column, 4: width } = imports[i];
      this.checkImport(requests[request][0], this.dependencies[request], name, line, column, width);
    }
    for (let i = 0; i < indirect.length; i++) {
      const { 1: request, 2: name, 3: line, 4: column, 5: width } = indirect[i];
      if (name === null) continue;
      this.checkImport(requests[request][0], this.dependencies[request], name, line, column, width);
    }
  }

  checkImport(specifier, target, name, line, column, width) {
    const resolution = target.resolveExport(name);
    if (resolution !== null && resolution !== kAmbiguous) return;
    let message;
    if (resolution === kAmbiguous) {
      message = `The requested module '${specifier}' contains conflicting star exports for name '${name}'`;
    } else if (target.isCommonJs) {
      message = `Named export '${name}' not found. The requested module '${specifier}' is a CommonJS module, which may not ` +
        'support all module.exports as named exports.\nCommonJS modules can always be imported via the default export, ' +
        `for example using:\n\nimport pkg from '${specifier}';\n${this.exampleOf(target, line)}`;
    } else {
      message = `The requested module '${specifier}' does not provide an export named '${name}'`;
    }
    throw decorated(new SyntaxError(message), this.url, line, column, width);
  }

  // How to take the imported names out of a default export, for an import that fits on one line.
  exampleOf(target, line) {
    const { imports, requests } = this.compiled;
    let names = '';
    for (let i = 0; i < imports.length; i++) {
      const { 0: request, 1: name, 5: local } = imports[i];
      if (this.dependencies[request] !== target || name === 'default') continue;
      if (requests[request][3] !== line) return '';
      names += `${names === '' ? '' : ', '}${name === local ? name : `${name}: ${local}`}`;
    }
    return names === '' ? '' : `const { ${names} } = pkg;\n`;
  }

  // Runs the prologue: afterwards hoisted functions can be called and `getters` are there.
  instantiate() {
    const { body, uses, requests } = this.compiled;
    const args = [
      (getters, unnamed) => {
        this.getters = getters;
        if (unnamed !== undefined) {
          ObjectDefineProperty(unnamed, 'name', { __proto__: null, value: 'default', configurable: true });
        }
      },
      (uses & USES_IMPORT) !== 0 ? (this.context.importFunction?.() ?? host.importFunction(this.url)) : undefined,
      (uses & USES_META) !== 0 ? this.context.importMeta(this) : undefined,
      host.readStack,
      (uses & USES_STACK_KEY) !== 0 ? host.stackKey() : undefined,
      (uses & USES_REQUIRE) !== 0 ? this.context.require(this) : undefined,
      host.makeResources,
      (uses & USES_CONTEXT) !== 0 ? host.awaitingContext() : undefined,
    ];
    for (let i = 0; i < requests.length; i++) {
      const reads = requests[i][2];
      if ((reads & READS_NAMES) !== 0) ArrayPrototypePush(args, this.dependencies[i].environment);
      if ((reads & READS_NAMESPACE) !== 0) ArrayPrototypePush(args, this.dependencies[i].namespace);
    }
    this.generator = ReflectApply(body, undefined, args);
    // As a property of its own, which no program can replace and which adds no frame to stacks.
    ObjectDefineProperty(this.generator, 'next', {
      __proto__: null, value: this.hasTopLevelAwait ? asyncGeneratorNext : generatorNext,
    });
    this.generator.next();
  }

  // Names what other modules read, without values: namespaces are made of these names.
  declareEnvironment() {
    const names = this.exportedNames();
    for (let i = 0; i < names.length; i++) {
      const resolution = this.resolveExport(names[i]);
      // An ambiguous name is not part of the namespace.
      if (resolution === null || resolution === kAmbiguous) continue;
      ObjectDefineProperty(this.environment, names[i], {
        __proto__: null, value: undefined, writable: true, enumerable: true, configurable: true,
      });
    }
  }

  // Gives the names their getters, once every module of the graph has run its prologue.
  fillEnvironment() {
    const names = ObjectKeys(this.environment);
    for (let i = 0; i < names.length; i++) {
      const { module, name } = this.resolveExport(names[i]);
      const get = name === kNamespace ? () => module.namespace : module.getterOf(name);
      ObjectDefineProperty(this.environment, names[i], { __proto__: null, get, enumerable: true, configurable: true });
    }
  }

  run() {
    return this.generator.next();
  }
}

// An error whose stack begins with the place in the source, as Node shows errors of linking.
function decorated(error, url, line, column, width) {
  const { arrowAt, setArrow } = require('internal/modules/failures');
  const text = internalBinding('errors').sourceLine(url, line, 'original') ?? '';
  require('internal/errors/stack').normalizeStack(error);
  error.stack = `${arrowAt(url, line, column, width, text)}${error.stack}`;
  setArrow(error, '');
  return error;
}

// Links a module and everything it depends on. Throws what keeps it from being linked.
function link(root) {
  const order = [];
  collect(root, order);
  const sources = ArrayPrototypeFilter(order, (module) => module instanceof SourceModule);
  try {
    for (let i = 0; i < sources.length; i++) sources[i].checkImports();
    for (let i = 0; i < sources.length; i++) sources[i].declareEnvironment();
    for (let i = 0; i < sources.length; i++) sources[i].instantiate();
    for (let i = 0; i < sources.length; i++) sources[i].fillEnvironment();
  } catch (error) {
    for (let i = 0; i < order.length; i++) order[i].status = 'unlinked';
    throw error;
  }
  for (let i = 0; i < order.length; i++) order[i].status = 'linked';
}

// Depth first, dependencies before their dependents; recursion would limit the depth of a graph.
function collect(root, order) {
  const stack = [root];
  const positions = [0];
  if (root.status !== 'unlinked') return;
  root.status = 'linking';
  while (stack.length > 0) {
    const module = stack[stack.length - 1];
    const position = positions[positions.length - 1]++;
    if (position === module.dependencies.length) {
      ArrayPrototypePop(stack);
      ArrayPrototypePop(positions);
      ArrayPrototypePush(order, module);
      continue;
    }
    const dependency = module.dependencies[position];
    if (dependency.status !== 'unlinked') continue;
    dependency.status = 'linking';
    ArrayPrototypePush(stack, dependency);
    ArrayPrototypePush(positions, 0);
  }
}

// Evaluates a linked module; the promise is settled when it and all it waits for is done.
function evaluate(root) {
  let module = root;
  if (module.status === 'evaluating-async' || module.status === 'evaluated') module = module.cycleRoot ?? module;
  if (module.topLevel !== undefined) return module.topLevel.promise;
  const stack = [];
  const capability = PromiseWithResolvers();
  module.topLevel = capability;
  try {
    innerEvaluate(module, stack, 0);
    if (module.asyncOrder === 0) capability.resolve(undefined);
  } catch (error) {
    for (let i = 0; i < stack.length; i++) fail(stack[i], error);
    fail(module, error);
    capability.reject(error);
  }
  return capability.promise;
}

function fail(module, error) {
  module.status = 'evaluated';
  module.failed = true;
  module.error = error;
  module.cycleRoot ??= module;
}

function innerEvaluate(module, stack, index) {
  if (module.status === 'evaluating-async' || module.status === 'evaluated') {
    if (module.failed) throw module.error;
    return index;
  }
  if (module.status === 'evaluating') return index;
  module.status = 'evaluating';
  module.index = index;
  module.ancestorIndex = index;
  module.pendingDependencies = 0;
  index++;
  ArrayPrototypePush(stack, module);
  for (let i = 0; i < module.dependencies.length; i++) {
    let dependency = module.dependencies[i];
    index = innerEvaluate(dependency, stack, index);
    if (dependency.status === 'evaluating') {
      if (dependency.ancestorIndex < module.ancestorIndex) module.ancestorIndex = dependency.ancestorIndex;
    } else {
      dependency = dependency.cycleRoot;
      if (dependency.failed) throw dependency.error;
    }
    if (dependency.asyncOrder !== 0 && dependency.status !== 'evaluated') {
      module.pendingDependencies++;
      ArrayPrototypePush(dependency.asyncParents, module);
    }
  }
  if (module.pendingDependencies > 0 || module.hasTopLevelAwait) {
    module.asyncOrder = ++asyncOrder;
    if (module.pendingDependencies === 0) executeAsync(module);
  } else {
    module.run(module);
  }
  if (module.ancestorIndex === module.index) {
    let member;
    do {
      member = ArrayPrototypePop(stack);
      member.status = member.asyncOrder === 0 ? 'evaluated' : 'evaluating-async';
      member.cycleRoot = module;
    } while (member !== module);
  }
  return index;
}

function executeAsync(module) {
  PromisePrototypeThen(module.run(module), () => fulfilled(module), (error) => rejected(module, error));
}

// The modules that waited only for this one, in the order in which they were met.
function gatherAvailable(module, list) {
  const { asyncParents } = module;
  for (let i = 0; i < asyncParents.length; i++) {
    const parent = asyncParents[i];
    if (parent.failed || parent.cycleRoot?.failed || ArrayPrototypeIncludes(list, parent)) continue;
    if (--parent.pendingDependencies === 0) {
      ArrayPrototypePush(list, parent);
      if (!parent.hasTopLevelAwait) gatherAvailable(parent, list);
    }
  }
}

function fulfilled(module) {
  if (module.status === 'evaluated') return;
  module.status = 'evaluated';
  module.topLevel?.resolve(undefined);
  const available = [];
  gatherAvailable(module, available);
  const sorted = ArrayPrototypeSort(available, (a, b) => a.asyncOrder - b.asyncOrder);
  for (let i = 0; i < sorted.length; i++) {
    const parent = sorted[i];
    if (parent.status === 'evaluated') continue;
    if (parent.hasTopLevelAwait) {
      executeAsync(parent);
      continue;
    }
    try {
      parent.run(parent);
    } catch (error) {
      rejected(parent, error);
      continue;
    }
    parent.status = 'evaluated';
    parent.topLevel?.resolve(undefined);
  }
}

function rejected(module, error) {
  if (module.status === 'evaluated') return;
  fail(module, error);
  const { asyncParents } = module;
  for (let i = 0; i < asyncParents.length; i++) rejected(asyncParents[i], error);
  module.topLevel?.reject(error);
}

// Evaluates a graph that does not await, at once: `require` of an ES module.
function evaluateSync(root) {
  const promise = evaluate(root);
  if (root.failed) {
    // The error is thrown here and must not be reported a second time.
    PromisePrototypeThen(promise, undefined, () => {});
    throw root.error;
  }
}

// The first module of a graph for which `test` holds, looked for from the root down.
function findInGraph(root, test) {
  const seen = new SafeSet();
  const queue = [root];
  seen.add(root);
  for (let i = 0; i < queue.length; i++) {
    if (test(queue[i])) return queue[i];
    const { dependencies } = queue[i];
    for (let j = 0; j < dependencies.length; j++) {
      if (seen.has(dependencies[j])) continue;
      seen.add(dependencies[j]);
      ArrayPrototypePush(queue, dependencies[j]);
    }
  }
  return undefined;
}

module.exports = { SourceModule, SyntheticModule, link, evaluate, evaluateSync, findInGraph };
