import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from './login-page.module.css';

const SHOWN_MS = 5_000;

/** Says for five seconds that nobody got in, whatever the cause. A new refusal mounts a new one. */
export function RefusedBanner() {
  const [shown, setShown] = useState(true);

  useEffect(() => {
    const timer = setTimeout(() => setShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);

  if (!shown) return null;
  return (
    <div role="alert" className={classes.banner}>
      <IconAlertCircle size={20} aria-hidden />
      Login ou senha incorretos!
    </div>
  );
}
