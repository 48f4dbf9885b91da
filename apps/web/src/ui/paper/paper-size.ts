import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';

/** The papers of receipts and closing slips: a sheet, or a roll of so many millimetres. */
export type PaperSize = 'a4' | '80' | '58';
export type PaperSetting = PaperSize | 'ask';

const SETTINGS: readonly string[] = ['a4', '80', '58', 'ask'] satisfies PaperSetting[];

const settingOf = (stored: string | undefined) =>
  (SETTINGS.includes(stored ?? '') ? stored : 'a4') as PaperSetting;

/** Of the device, like its printer: every user has the same one. */
const useSetting = () =>
  useLocalStorage<PaperSetting>({
    key: 'paper',
    defaultValue: 'a4',
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: settingOf,
  });

/** The device's paper, and the paper on the screen; `ask` shows A4 until one is chosen. */
export function usePaperSize() {
  const [setting, setSetting] = useSetting();
  const [chosen, choose] = useState<PaperSize>('a4');
  return {
    setting,
    size: setting === 'ask' ? chosen : setting,
    /** For this print only. */
    choose,
    remember: (wanted: string) => setSetting(settingOf(wanted)),
  };
}
