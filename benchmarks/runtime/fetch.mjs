// The same by `fetch`, with the body read as text.
import { measureClient } from './client_scenario.mjs';

measureClient(async (port) => (await fetch(`http://127.0.0.1:${port}/`)).text(), () => {});
