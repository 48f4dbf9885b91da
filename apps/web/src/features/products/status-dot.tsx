import classes from './status-dot.module.css';

/** Its shape, tooltip and name tell the two states apart without colour. */
export function StatusDot({ active }: { active: boolean }) {
  const name = active ? 'Ativo' : 'Inativo';
  return (
    <span role="img" aria-label={name} title={name} className={classes.dot} data-active={active} />
  );
}
