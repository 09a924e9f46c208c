// vm.Module and its two kinds, which --experimental-vm-modules brings: modules that a program links by itself.
//
// Each is the public face of a record (internal/modules/record), which knows how to link and to evaluate. `status` is the
// record's, but for the time in which the program is asked for the dependencies.
'use strict';

const {
  ArrayIsArray, ArrayPrototypePush, ArrayPrototypeSome, ObjectCreate, ObjectFreeze, ObjectGetPrototypeOf, ReferenceError, ReflectApply,
  PromisePrototypeThen, SafeMap, SafeSet, TypeError,
} = primordials;
const {
  codes: {
    ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_VM_MODULE_ALREADY_LINKED, ERR_VM_MODULE_CACHED_DATA_REJECTED,
    ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA, ERR_VM_MODULE_DIFFERENT_CONTEXT, ERR_VM_MODULE_LINK_FAILURE, ERR_VM_MODULE_NOT_MODULE,
    ERR_VM_MODULE_STATUS, ERR_MODULE_LINK_MISMATCH,
  },
} = require('internal/errors');
const {
  validateBoolean, validateFunction, validateInt32, validateObject, validateString, validateUint32,
} = require('internal/validators');
const records = require('internal/modules/record');
const { isFailure, sourceError } = require('internal/modules/failures');
const { contextOf, isContextified, withSandbox } = require('internal/vm/sandbox');
const { inspect } = require('internal/util/inspect');

// Names of modules that were given none, counted in each context.
const counts = new SafeMap();

function nameFor(context) {
  const count = counts.get(context) ?? 0;
  counts.set(context, count + 1);
  return `vm:module(${count})`;
}

function readContext(options) {
  const { context } = options;
  if (context === undefined) return undefined;
  validateObject(context, 'options.context');
  if (!isContextified(context)) throw new ERR_INVALID_ARG_TYPE('options.context', 'vm.Context', context);
  return context;
}

function readIdentifier(options, context) {
  const { identifier } = options;
  if (identifier === undefined) return nameFor(context);
  validateString(identifier, 'options.identifier');
  return identifier;
}

// The linker that is at work on a module, if one is.
const kLinking = 'linking';

class Module {
  #record;
  #identifier;
  #context;
  // While the program is asked, and after it has failed to answer.
  #stage = undefined;
  #linkError;

  constructor(options, make) {
    if (new.target === Module) throw new TypeError('Module is not a constructor');
    validateObject(options, 'options');
    this.#context = readContext(options);
    this.#identifier = readIdentifier(options, this.#context);
    this.#record = make(this.#identifier, this.#context === undefined ? undefined : contextOf(this.#context));
  }

  static isModule(value) {
    return typeof value === 'object' && value !== null && #record in value;
  }

  static recordOf(module) {
    return module.#record;
  }

  get identifier() { return this.#identifier; }
  get context() { return this.#context; }

  get status() {
    if (this.#stage !== undefined) return this.#stage;
    const record = this.#record;
    if (record.failed) return 'errored';
    if (record.status === 'linking') return 'unlinked';
    return record.status === 'evaluating-async' ? 'evaluated' : record.status;
  }

  get error() {
    if (this.status !== 'errored') throw new ERR_VM_MODULE_STATUS('must be errored');
    return this.#stage === undefined ? this.#record.error : this.#linkError;
  }

  get namespace() {
    const { status } = this;
    if (status === 'unlinked' || status === 'linking') throw new ERR_VM_MODULE_STATUS('must not be unlinked or linking');
    return this.#record.namespace;
  }

  async link(linker) {
    validateFunction(linker, 'linker');
    const { status } = this;
    if (status === 'linked') throw new ERR_VM_MODULE_ALREADY_LINKED();
    if (status === kLinking || status !== 'unlinked') throw new ERR_VM_MODULE_STATUS('must be unlinked');
    await Module.#collect(this, linker);
    this.#instantiate();
  }

  // Asks for the dependencies of a module, and for theirs.
  static async #collect(module, linker) {
    const requests = module.#record.compiled?.requests ?? [];
    if (module.#stage !== undefined || module.#record.status !== 'unlinked') return;
    module.#stage = kLinking;
    const asked = [];
    for (let i = 0; i < requests.length; i++) {
      const { 0: specifier, 1: entries } = requests[i];
      const attributes = attributesOf(entries);
      const given = linker(specifier, module, { attributes, assert: attributes });
      ArrayPrototypePush(asked, Module.#take(module, i, specifier, given, linker));
    }
    try {
      // Only the first failure is told.
      for (let i = 0; i < asked.length; i++) PromisePrototypeThen(asked[i], undefined, () => {});
      for (let i = 0; i < asked.length; i++) await asked[i];
    } catch (error) {
      module.#stage = 'errored';
      module.#linkError = error;
      throw error;
    }
    module.#stage = undefined;
  }

  static async #take(module, index, specifier, given, linker) {
    const dependency = await given;
    Module.#accept(module, index, specifier, dependency);
    await Module.#collect(dependency, linker);
  }

  static #accept(module, index, specifier, dependency) {
    if (!Module.isModule(dependency)) throw new ERR_VM_MODULE_NOT_MODULE();
    if (dependency.#context !== module.#context) throw new ERR_VM_MODULE_DIFFERENT_CONTEXT();
    if (dependency.status === 'errored') {
      throw new ERR_VM_MODULE_LINK_FAILURE(`request for '${specifier}' resolved to an errored module`, dependency.error);
    }
    module.#record.dependencies[index] = dependency.#record;
  }

  static linkRequests(module, modules) {
    if (module.status !== 'unlinked') throw new ERR_VM_MODULE_STATUS('must be unlinked');
    if (!ArrayIsArray(modules)) throw new ERR_INVALID_ARG_TYPE('modules', 'Array', modules);
    const { requests } = module.#record.compiled;
    if (modules.length !== requests.length) {
      throw new ERR_MODULE_LINK_MISMATCH(`Expected ${requests.length} modules, got ${modules.length}`);
    }
    for (let i = 0; i < modules.length; i++) Module.#accept(module, i, requests[i][0], modules[i]);
  }

  static instantiate(module) {
    if (module.status === 'unlinked') module.#instantiate();
  }

  #instantiate() {
    if (this.#record.status === 'unlinked') records.link(this.#record);
  }

  async evaluate(options = {}) {
    validateObject(options, 'options');
    const { timeout, breakOnSigint = false } = options;
    if (timeout !== undefined) validateUint32(timeout, 'options.timeout', true);
    validateBoolean(breakOnSigint, 'options.breakOnSigint');
    const { status } = this;
    if (status !== 'linked' && status !== 'evaluated' && status !== 'errored') {
      throw new ERR_VM_MODULE_STATUS('must be one of linked, evaluated, or errored');
    }
    if (this.#stage === 'errored') throw this.#linkError;
    const evaluated = this.#context === undefined ? records.evaluate(this.#record) :
      withSandbox(this.#context, () => records.evaluate(this.#record));
    await evaluated;
  }

  [inspect.custom](depth, options) {
    if (typeof depth === 'number' && depth < 0) return this;
    const show = (value) => ({ __proto__: null, value, enumerable: true, configurable: true });
    const shown = ObjectCreate(ObjectGetPrototypeOf(this), {
      status: show(this.status), identifier: show(this.identifier), context: show(this.context),
    });
    return inspect(shown, { ...options, customInspect: false });
  }
}

function attributesOf(entries) {
  const attributes = { __proto__: null };
  for (let i = 0; i < entries.length; i += 2) attributes[entries[i]] = entries[i + 1];
  return attributes;
}

class SourceTextModule extends Module {
  #source;
  #requests;
  #specifiers;

  constructor(sourceText, options = {}) {
    validateString(sourceText, 'sourceText');
    validateObject(options, 'options');
    const { lineOffset = 0, columnOffset = 0, initializeImportMeta, importModuleDynamically, cachedData } = options;
    validateInt32(lineOffset, 'options.lineOffset');
    validateInt32(columnOffset, 'options.columnOffset');
    if (initializeImportMeta !== undefined) validateFunction(initializeImportMeta, 'options.initializeImportMeta');
    const { checkData, isDataOf } = require('internal/vm/script');
    if (cachedData !== undefined) checkData(cachedData);
    let self;
    const importModule = require('internal/vm/dynamic_import').importFunction(importModuleDynamically, () => self, 'options');
    super(options, (url, context) => {
      if (cachedData !== undefined && !isDataOf(sourceText, cachedData)) throw new ERR_VM_MODULE_CACHED_DATA_REJECTED();
      const compiled = internalBinding('modules').compileModule(url, '', sourceText, 0, context);
      if (isFailure(compiled)) throw sourceError(url, url, compiled);
      const { 0: body, 1: uses, 2: requests, 3: imports, 4: locals, 5: indirect, 6: stars, 7: awaits } = compiled;
      const parts = { __proto__: null, body, uses, requests, imports, locals, indirect, stars, awaits };
      return new records.SourceModule(url, parts, {
        __proto__: null,
        importMeta() {
          const meta = { __proto__: null };
          initializeImportMeta?.(meta, self);
          return meta;
        },
        importFunction: () => importModule,
        require: () => undefined,
      });
    });
    self = this;
    this.#source = sourceText;
  }

  get moduleRequests() {
    if (this.#requests !== undefined) return this.#requests;
    const { requests } = Module.recordOf(this).compiled;
    const list = [];
    for (let i = 0; i < requests.length; i++) {
      const { 0: specifier, 1: entries } = requests[i];
      ArrayPrototypePush(list, ObjectFreeze({ __proto__: null, specifier, attributes: ObjectFreeze(attributesOf(entries)), phase: 'evaluation' }));
    }
    return this.#requests = ObjectFreeze(list);
  }

  get dependencySpecifiers() {
    if (this.#specifiers !== undefined) return this.#specifiers;
    const { requests } = Module.recordOf(this).compiled;
    const list = [];
    for (let i = 0; i < requests.length; i++) ArrayPrototypePush(list, requests[i][0]);
    return this.#specifiers = ObjectFreeze(list);
  }

  linkRequests(modules) {
    Module.linkRequests(this, modules);
  }

  instantiate() {
    Module.instantiate(this);
  }

  hasTopLevelAwait() {
    return Module.recordOf(this).hasTopLevelAwait;
  }

  hasAsyncGraph() {
    if (this.status === 'unlinked' || this.status === kLinking) throw new ERR_VM_MODULE_STATUS('must be instantiated');
    return records.findInGraph(Module.recordOf(this), (record) => record.hasTopLevelAwait) !== undefined;
  }

  get error() { return super.error; }
  get status() { return super.status; }

  createCachedData() {
    const { status } = this;
    if (status === 'evaluating' || status === 'evaluated' || status === 'errored') throw new ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA();
    return require('internal/vm/script').dataOf(this.#source);
  }
}

class SyntheticModule extends Module {
  constructor(exportNames, evaluateCallback, options = {}) {
    if (!ArrayIsArray(exportNames) || ArrayPrototypeSome(exportNames, (name) => typeof name !== 'string')) {
      throw new ERR_INVALID_ARG_TYPE('exportNames', 'Array of unique strings', exportNames);
    }
    const known = new SafeSet();
    for (let i = 0; i < exportNames.length; i++) {
      if (known.has(exportNames[i])) throw new ERR_INVALID_ARG_VALUE(`exportNames.${exportNames[i]}`, exportNames[i], 'is duplicated');
      known.add(exportNames[i]);
    }
    validateFunction(evaluateCallback, 'evaluateCallback');
    let self;
    super(options, (url) => new records.SyntheticModule(url, exportNames, () => ReflectApply(evaluateCallback, self, [])));
    self = this;
    // It depends on nothing.
    records.link(Module.recordOf(this));
  }

  setExport(name, value) {
    validateString(name, 'name');
    const record = Module.recordOf(this);
    if (record.known[name] !== true) {
      throw new ReferenceError(`Export '${name}' is not defined in module`);
    }
    record.set(name, value);
  }
}

module.exports = { Module, SourceTextModule, SyntheticModule, isModule: Module.isModule };
