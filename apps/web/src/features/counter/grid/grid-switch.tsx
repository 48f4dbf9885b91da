import { memo } from 'react';
import classes from './grid-switch.module.css';
import { useGridShown } from './use-grid-shown.ts';

/** The switch on the counter's bar. Mantine's own is too heavy for this page. */
export const GridSwitch = memo(function GridSwitch() {
  const [shown, setShown] = useGridShown();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={shown}
      aria-label="Grade de produtos"
      className={`mantine-focus-auto ${classes.switch}`}
      onClick={() => setShown(!shown)}
    >
      <span className={classes.track} />
      Grade
    </button>
  );
});
