import { IconAlertCircle, IconTrash } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import classes from './notice.module.css';
import type { Outcome } from './outcome.ts';

/** A message at the top right, always red; its icon tells success from failure. The reason stands below it. */
export function Notice({ outcome, onEnd }: { outcome: Outcome; onEnd: () => void }) {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setTimeout(end, outcome.ms);
    return () => clearTimeout(timer);
  }, [outcome]);

  const failed = outcome.tone === 'error';
  const Icon = failed ? IconAlertCircle : IconTrash;
  return (
    <div className={classes.corner}>
      <div role={failed ? 'alert' : 'status'} className={classes.notice}>
        <Icon size={20} aria-hidden />
        {outcome.message}
      </div>
      {outcome.reason && (
        <div role="status" className={classes.reason}>
          {outcome.reason}
        </div>
      )}
    </div>
  );
}
