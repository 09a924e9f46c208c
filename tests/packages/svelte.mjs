// A component compiled for the server and for a browser; the first is rendered.
import { compile, compileModule, parse, VERSION } from 'svelte/compiler';
import { render } from 'svelte/server';
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const source = '<script>let { name = "world" } = $props(); let n = $state(2); let double = $derived(n * 2);</script>\n<h1 class:big={n > 1}>Hello {name}</h1>\n{#each [1, 2] as i (i)}<p>{i * double}</p>{:else}none{/each}\n{#if name}<b>{@html "<i>raw</i>"}</b>{/if}\n<style>h1 { color: red; }</style>';
const server = compile(source, { generate: 'server', filename: 'App.svelte' });
writeFileSync('app.mjs', server.js.code);
const { default: App } = await import(pathToFileURL('app.mjs').href);
const { body } = await render(App, { props: { name: '<Ada>' } });
console.log(body);
const client = compile(source, { generate: 'client', filename: 'App.svelte' });
console.log(client.js.code.length > 500, client.css.code, client.warnings.length, parse(source, { modern: true }).type);
console.log(compileModule('export const a = $state(1);', { filename: 'a.svelte.js' }).js.code.includes('state'), VERSION);
try { compile('{#if}', {}); } catch (error) { console.log(error.name, error.code, error.start?.line); }
