import { useState } from 'react';

/** The papers of receipts and closing slips: a sheet, or a roll of so many millimetres. */
export type PaperSize = 'a4' | '80' | '58';
export type PaperSetting = PaperSize | 'ask';

/** Of the device, like its printer: every user has the same one. */
const STORED_AS = 'paper';
const SETTINGS: readonly string[] = ['a4', '80', '58', 'ask'] satisfies PaperSetting[];

function readSetting(): PaperSetting {
  const stored = localStorage.getItem(STORED_AS) ?? '';
  return SETTINGS.includes(stored) ? (stored as PaperSetting) : 'a4';
}

/** The device's paper, and the paper on the screen; `ask` shows A4 until one is chosen. */
export function usePaperSize() {
  const [setting, setSetting] = useState(readSetting);
  const [chosen, choose] = useState<PaperSize>('a4');
  return {
    setting,
    size: setting === 'ask' ? chosen : setting,
    /** For this print only. */
    choose,
    remember: (wanted: string) => {
      if (!SETTINGS.includes(wanted)) return;
      localStorage.setItem(STORED_AS, wanted);
      setSetting(wanted as PaperSetting);
    },
  };
}
