// Reactivity, watchers, and a component rendered to a string.
import { createSSRApp, ref, reactive, computed, watch, watchEffect, nextTick, h, effectScope, toRaw, provide, inject } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { compile } from '@vue/compiler-dom';

const count = ref(1);
const double = computed(() => count.value * 2);
const seen = [];
watch(count, (now, before) => seen.push(`${before}->${now}`));
watchEffect(() => seen.push(`effect ${double.value}`));
count.value++; count.value++;
console.log(seen); await nextTick(); console.log(seen);
const state = reactive({ deep: { list: [1] }, map: new Map() });
watch(() => state.deep.list.length, (length) => console.log('length', length), { flush: 'sync' });
state.deep.list.push(2); state.map.set('a', 1);
console.log(toRaw(state).deep.list, state.map.get('a'));
const Child = { props: ['text'], setup(props, { slots }) { const theme = inject('theme'); return () => h('p', { class: [theme, { on: true }] }, [props.text, slots.default?.()]); } };
const app = createSSRApp({ components: { Child }, setup() { provide('theme', 'dark'); return { list: ['<a>', 'b'], n: ref(0) }; }, template: '<ul :style="{ color: \'red\' }"><li v-for="(x, i) in list" :key="i">{{ x }}</li></ul><Child text="t"><b v-if="list.length">slot</b></Child><input v-model="n">' });
console.log(await renderToString(app));
console.log(compile('<div v-if="a" @click="b">{{ c }}</div>', { mode: 'module' }).code);
