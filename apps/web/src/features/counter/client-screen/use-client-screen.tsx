import { useContext, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { uuid } from '../../../api/uuid.ts';
import { CoveredContext } from '../../../ui/covered.ts';
import { BlockedWindow } from '../../../ui/paper/tab/blocked-window.tsx';
import type { CounterState } from '../sale/counter-state.ts';
import type { SalePix } from '../sale/sale-checks.ts';
import {
  addressOf,
  type BetweenCounters,
  type FromCounter,
  type FromWindow,
  openChannel,
  windowOf,
} from './channel.ts';
import { clientView, IDLE } from './client-view.ts';

/** In session storage the name of this counter, once it has opened a window: the page reloads after each sale. */
const NAMED = 'client-screen';

/**
 * A copied tab has a copy of the name, and its navigation may be called a reload. But after a reload nobody else is
 * there, while the tab that was copied answers to its name, be it late. Until then the new one is silent.
 */
const CLAIM_MS = 200;

/** Opens the client's window, and tells it what is on the counter while it listens. */
export function useClientScreen(state: CounterState, pix: SalePix | undefined) {
  const covered = useContext(CoveredContext);
  const [counter, setCounter] = useState(() => sessionStorage.getItem(NAMED));
  const [blocked, setBlocked] = useState(false);
  /** The name that this page has given. */
  const named = useRef<string>(undefined);
  const channel = useRef<BroadcastChannel>(undefined);
  const listening = useRef(false);
  const told = useRef('');

  const tell = useEffectEvent((again: boolean) => {
    if (!listening.current) return;
    const view = covered ? IDLE : clientView(state, pix);
    const text = JSON.stringify(view);
    if (text === told.current && !again) return;
    told.current = text;
    channel.current?.postMessage(view);
  });

  useEffect(() => {
    if (counter === null) return;
    const opened = openChannel(counter);
    const send = (message: FromCounter | BetweenCounters) => opened.postMessage(message);
    const id = uuid();
    let owned = false;
    const own = () => {
      owned = true;
      channel.current = opened;
      send('here');
    };
    opened.onmessage = ({ data }: MessageEvent<FromWindow | FromCounter | BetweenCounters>) => {
      if (typeof data === 'string' && data.startsWith('claim ')) {
        if (!owned) return;
        send(`mine ${data.slice('claim '.length)}`);
        // The other one may have shown its order by now.
        send('here');
      } else if (data === `mine ${id}`) {
        owned = false;
        sessionStorage.removeItem(NAMED);
        setCounter(null);
      } else if (owned && (data === 'ask' || data === 'bye')) {
        listening.current = data === 'ask';
        tell(true);
      }
    };
    let waiting: ReturnType<typeof setTimeout>;
    if (named.current === counter) own();
    else {
      send(`claim ${id}`);
      waiting = setTimeout(own, CLAIM_MS);
    }
    const leave = () => owned && send('gone');
    window.addEventListener('pagehide', leave);
    return () => {
      clearTimeout(waiting);
      window.removeEventListener('pagehide', leave);
      leave();
      opened.close();
      channel.current = undefined;
      listening.current = false;
    };
  }, [counter]);
  // Before the counter itself is drawn, so that the client's window is no frame behind it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: told whenever one of them changes
  useLayoutEffect(() => tell(false), [state, pix, covered]);

  const open = () => {
    const name = counter ?? uuid();
    if (counter === null) named.current = name;
    sessionStorage.setItem(NAMED, name);
    setCounter(name);
    const size = 'popup,width=1024,height=720';
    const opened = window.open(addressOf(name), windowOf(name), size);
    opened?.focus();
    setBlocked(opened === null);
  };
  const notice = blocked && counter && (
    <BlockedWindow of="do cliente" name="a tela do cliente" onClose={() => setBlocked(false)}>
      <a href={addressOf(counter)} target="_blank" rel="noreferrer">
        Abrir a tela do cliente
      </a>
    </BlockedWindow>
  );
  return { open, notice };
}
