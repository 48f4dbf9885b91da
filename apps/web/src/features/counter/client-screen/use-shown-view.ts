import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type BetweenCounters,
  counterOfAddress,
  type FromCounter,
  type FromWindow,
  openChannel,
} from './channel.ts';
import { type ClientView, IDLE } from './client-view.ts';

/** A counter may have lost its window: both may have slept, or the browser was restored. */
const ASK_EVERY_MS = 5_000;
/** A counter that says nothing for so long has crashed. */
const QUIET_MS = 12_000;
/** A counter that reloads is back by then. */
const GONE_MS = 2_000;
/** How long "Obrigado" stays, if nobody else is served. */
const THANKS_MS = 10_000;

/** What the counter of this window's address says; idle without one. */
export function useShownView(): ClientView {
  const [view, setView] = useState<ClientView>(IDLE);
  useEffect(() => {
    const counter = counterOfAddress();
    if (counter === null) return;
    const channel = openChannel(counter);
    const say = (message: FromWindow) => channel.postMessage(message);
    let shown = IDLE;
    let thanked = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout>;
    const show = (next: ClientView) => {
      if (next.kind === 'thanks' && shown.kind !== 'thanks') thanked = Date.now();
      shown = next;
      // At once, so that it is no frame behind the counter.
      flushSync(() => setView(next));
    };
    const idleIn = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => show(IDLE), ms);
    };
    channel.onmessage = ({ data }: MessageEvent<FromCounter | BetweenCounters>) => {
      if (data === 'here') return say('ask');
      const thanksFor = shown.kind === 'thanks' ? thanked + THANKS_MS - Date.now() : 0;
      if (data === 'gone') return idleIn(Math.max(GONE_MS, thanksFor));
      if (typeof data === 'string') return;
      // The counter is empty for the next client while this one still reads.
      if (data.kind === 'idle' && thanksFor > 0) return idleIn(thanksFor);
      show(data);
      idleIn(QUIET_MS);
    };
    const ask = () => say('ask');
    const leave = () => say('bye');
    ask();
    const asking = setInterval(ask, ASK_EVERY_MS);
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(asking);
      clearTimeout(timer);
      window.removeEventListener('pagehide', leave);
      leave();
      channel.close();
    };
  }, []);
  return view;
}
