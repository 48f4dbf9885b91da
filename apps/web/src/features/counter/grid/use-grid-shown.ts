import { useLocalStorage } from '@mantine/hooks';

/** Whether this device shows the grid of products, and its setter. */
export const useGridShown = () =>
  useLocalStorage({ key: 'product-grid', defaultValue: false, getInitialValueInEffect: false });
