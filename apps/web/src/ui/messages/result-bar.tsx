import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Outcome } from './outcome.ts';
import classes from './result-bar.module.css';

const STEP_MS = 100;
/** The line shrinks for this long even if the message shows longer. */
const LINE_MS = 3_000;
const STEPS = LINE_MS / STEP_MS;

/** The message about a change, over a shrinking line. Calls onEnd when its time is over. */
export function ResultBar({ outcome, onEnd }: { outcome: Outcome; onEnd: () => void }) {
  const [steps, setSteps] = useState(STEPS);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    const ending = setTimeout(end, outcome.ms);
    const stepping = setInterval(() => setSteps((left) => Math.max(0, left - 1)), STEP_MS);
    return () => {
      clearTimeout(ending);
      clearInterval(stepping);
    };
  }, [outcome]);

  const failed = outcome.tone === 'error';
  const Icon = failed ? IconAlertCircle : IconCircleCheck;
  return (
    <div role={failed ? 'alert' : 'status'} className={classes.bar} data-tone={outcome.tone}>
      <Icon size={20} aria-hidden />
      {outcome.message}
      <span aria-hidden className={classes.line} style={{ width: `${(steps / STEPS) * 100}%` }} />
    </div>
  );
}
