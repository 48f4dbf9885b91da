import { useLocalStorage } from '@mantine/hooks';
import { createContext, useContext, useState } from 'react';

/** The papers of receipts and closing slips: a sheet, or a roll of so many millimetres. */
export type PaperSize = 'a4' | '80' | '58';
export type PaperSetting = PaperSize | 'ask';

const SETTINGS: readonly string[] = ['a4', '80', '58', 'ask'] satisfies PaperSetting[];

/** The shop's own paper, of devices that have chosen none. */
export const ShopPaperContext = createContext<PaperSetting>('a4');

/** The paper belongs to the device, like its printer: every user has the same one. */
function useSetting() {
  const shops = useContext(ShopPaperContext);
  const settingOf = (stored: string | undefined) =>
    (SETTINGS.includes(stored ?? '') ? stored : shops) as PaperSetting;
  const [setting, setSetting] = useLocalStorage<PaperSetting>({
    key: 'paper',
    defaultValue: shops,
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: settingOf,
  });
  return { setting, remember: (wanted: string) => setSetting(settingOf(wanted)) };
}

/** The device's paper, and the paper on the screen; `ask` shows A4 until one is chosen. */
export function usePaperSize() {
  const { setting, remember } = useSetting();
  const [chosen, choose] = useState<PaperSize>('a4');
  return {
    setting,
    size: setting === 'ask' ? chosen : setting,
    /** For this print only. */
    choose,
    remember,
  };
}
