import { ActionIcon } from '@mantine/core';
import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { asBoolean, readStored } from '../../storage/stored-json.ts';

const SOUND = {
  key: 'missed-scan-sound',
  defaultValue: true,
  getInitialValueInEffect: false,
  deserialize: (text: string | undefined) => readStored(text, asBoolean) ?? true,
};
const SECONDS = 0.25;

/** Whether this device sounds for an unknown code, and its setter. */
const useSound = () => useLocalStorage(SOUND);

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

/** Turns the sound of an unknown code on and off, for this device. */
export function SoundSwitch() {
  const [on, setOn] = useSound();
  const toggle = () => {
    setOn(!on);
    // What it sounds like; silent when it was turned off.
    playMissedScan();
  };
  const Icon = on ? IconVolume : IconVolumeOff;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="md"
      aria-label="Som de leitura que não entra"
      aria-pressed={on}
      title="Som de leitura que não entra"
      onClick={toggle}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
