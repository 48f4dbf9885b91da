import { memo } from 'react';
import classes from './grid-switch.module.css';
import { useGridShown } from './use-grid-shown.ts';

/** The switch on the counter's bar. Mantine's own is too heavy for this page. */
export const GridSwitch = memo(function GridSwitch() {
  const [shown, setShown] = useGridShown();
  return (
    <label className={classes.label}>
      <input
        type="checkbox"
        role="switch"
        aria-label="Grade de produtos"
        className={classes.switch}
        checked={shown}
        aria-checked={shown}
        onChange={(event) => setShown(event.currentTarget.checked)}
      />
      Grade
    </label>
  );
});
