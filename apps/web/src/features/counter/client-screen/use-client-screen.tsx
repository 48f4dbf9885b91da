import { CloseButton, Group } from '@mantine/core';
import { useContext, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { uuid } from '../../../api/uuid.ts';
import { CoveredContext } from '../../../ui/covered.ts';
import classes from '../parts/counter-page.module.css';
import type { SalePix } from '../pix/sale-pix.ts';
import type { CounterState } from '../sale/counter-state.ts';
import { addressOf, type FromCounter, type FromWindow, openChannel, windowOf } from './channel.ts';
import { clientView, IDLE } from './client-view.ts';

/** In session storage the name of this counter, once it has opened a window: the page reloads after each sale. */
const NAMED = 'client-screen';

/** Opens the client's window, and tells it what is on the counter while it listens. */
export function useClientScreen(state: CounterState, pix: SalePix | undefined) {
  const covered = useContext(CoveredContext);
  const [counter, setCounter] = useState(() => sessionStorage.getItem(NAMED));
  const [blocked, setBlocked] = useState(false);
  const channel = useRef<BroadcastChannel>(undefined);
  const listening = useRef(false);
  const told = useRef('');

  const say = (message: FromCounter) => channel.current?.postMessage(message);
  const tell = useEffectEvent((again: boolean) => {
    if (!listening.current) return;
    const view = covered ? IDLE : clientView(state, pix);
    const text = JSON.stringify(view);
    if (text === told.current && !again) return;
    told.current = text;
    say(view);
  });

  useEffect(() => {
    if (counter === null) return;
    const opened = openChannel(counter);
    channel.current = opened;
    opened.onmessage = ({ data }: MessageEvent<FromWindow>) => {
      listening.current = data === 'ask';
      tell(true);
    };
    const leave = () => opened.postMessage('gone' satisfies FromCounter);
    window.addEventListener('pagehide', leave);
    opened.postMessage('here' satisfies FromCounter);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
      opened.close();
      listening.current = false;
    };
  }, [counter]);
  // Before the counter itself is drawn, so that the client's window is no frame behind it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: told whenever one of them changes
  useLayoutEffect(() => tell(false), [state, pix, covered]);

  const open = () => {
    const name = counter ?? uuid();
    sessionStorage.setItem(NAMED, name);
    setCounter(name);
    const size = 'popup,width=1024,height=720';
    const opened = window.open(addressOf(name), windowOf(name), size);
    opened?.focus();
    setBlocked(opened === null);
  };
  const notice = blocked && counter && (
    <Group role="status" className={classes.notice}>
      <span>O navegador bloqueou a janela do cliente.</span>
      <a href={addressOf(counter)} target="_blank" rel="noreferrer">
        Abrir a tela do cliente
      </a>
      <CloseButton aria-label="Dispensar a tela do cliente" onClick={() => setBlocked(false)} />
    </Group>
  );
  return { open, notice };
}
