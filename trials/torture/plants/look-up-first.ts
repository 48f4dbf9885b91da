// Plants a server that looks a key up and then inserts, as many servers do.
import { INSERT_ALWAYS, replaceSource } from './replace-source.ts';

replaceSource(INSERT_ALWAYS);
