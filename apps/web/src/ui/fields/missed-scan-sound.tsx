import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks';
import { asBoolean, readStored } from '../../storage/stored-json.ts';

const SOUND = {
  key: 'missed-scan-sound',
  defaultValue: true,
  getInitialValueInEffect: false,
  deserialize: (text: string | undefined) => readStored(text, asBoolean) ?? true,
};
const SECONDS = 0.25;

/** Whether this device sounds for an unknown code, and its setter. */
export const useSound = () => useLocalStorage(SOUND);

let audio: AudioContext | undefined;

/** A short low tone for a code that no product has: a seller who scans does not look at the screen. */
export function playMissedScan(): void {
  if (!readLocalStorageValue(SOUND)) return;
  try {
    audio ??= new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const end = audio.currentTime + SECONDS;
    tone.type = 'square';
    tone.frequency.value = 196;
    volume.gain.value = 0.1;
    // To silence within the tone, or it would end with a click.
    volume.gain.linearRampToValueAtTime(0, end);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(end);
  } catch (error) {
    console.warn('The sound could not be played', error);
  }
}
