import classes from './status-dot.module.css';

/** Green or red, and told apart without colours too: by shape, by hovering, and by its name. */
export function StatusDot({ active }: { active: boolean }) {
  const name = active ? 'Ativo' : 'Inativo';
  return (
    <span role="img" aria-label={name} title={name} className={classes.dot} data-active={active} />
  );
}
