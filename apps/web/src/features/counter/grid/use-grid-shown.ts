import { useLocalStorage } from '@mantine/hooks';
import { asBoolean, readStored } from '../../../storage/stored-json.ts';

/** Whether this device shows the grid of products, and its setter. */
export const useGridShown = () =>
  useLocalStorage({
    key: 'product-grid',
    defaultValue: false,
    getInitialValueInEffect: false,
    deserialize: (text) => readStored(text, asBoolean) ?? false,
  });
