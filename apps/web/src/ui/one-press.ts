import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';

/** A tile is one thing, whatever it shows. */
const pressable = (target: EventTarget | null) => {
  if (!(target instanceof Element)) return null;
  return target.closest('li') ?? target.closest('button, input') ?? target;
};

/**
 * The second click of a double click is for what the first one has pressed, and not for what has come into its place:
 * on a chip of a method it would choose an amount, on FECHAR PEDIDO finish a sale whose payment is filled in.
 */
export function useOnePress(): void {
  const pressed = useRef<Element | null>(null);
  const onPress = (event: MouseEvent) => {
    const target = pressable(event.target);
    if (event.detail < 2) pressed.current = target;
    else if (target !== pressed.current) {
      // A field that was not meant takes no focus either.
      event.preventDefault();
      event.stopPropagation();
    }
  };
  useWindowEvent('mousedown', onPress, true);
  useWindowEvent('click', onPress, true);
}
