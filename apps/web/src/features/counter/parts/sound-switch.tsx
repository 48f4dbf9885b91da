import { ActionIcon } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { playMissedScan, useSound } from './missed-scan-sound.ts';

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
      aria-label="Som de código não encontrado"
      aria-pressed={on}
      title="Som de código não encontrado"
      onClick={toggle}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
