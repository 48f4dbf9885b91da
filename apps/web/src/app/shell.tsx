import { Link, Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../api/session.ts';
import { useInstitution } from '../features/institution/use-institution.ts';
import { useKeeps } from '../features/kept/kept-sales.ts';
import { opensAgain } from '../features/kept/server-away.tsx';
import { paths } from '../navigation/paths.ts';
import { clearUnsaved, UserIdContext } from '../storage/unsaved-input.ts';
import { useCode } from '../ui/use-code.ts';
import { UserMenu } from './menu/user-menu.tsx';
import { ServerStatusNotice } from './notices/server-status-notice.tsx';
import { ShellNotices } from './notices/shell-notices.tsx';
import classes from './shell.module.css';

/** The frame of every page behind the login except the papers. */
export function Shell() {
  const user = useSession()?.user;
  const institution = useInstitution();
  const userId = user?.id;
  const keeps = useKeeps() || opensAgain();
  const keeping = useCode('keeping', () => import('./notices/keeping.tsx'), keeps).data;
  const wide = useMatches({ select: (all) => all.some(({ staticData }) => staticData.wide) });
  useEffect(() => {
    if (userId !== undefined) clearUnsaved(userId);
  }, [userId]);
  // The session may end a moment before the guards redirect.
  if (!user) return null;

  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#conteudo">
        Ir para o conteúdo
      </a>
      <header className={classes.bar}>
        <div className={classes.inner}>
          <Link
            to={paths.home}
            style={{ display: 'flex', flex: 'none', paddingBlock: 8 }}
            preload={false}
          >
            <img src="/logos/balcao.svg" alt="Balcão, ir para o início" width={117} height={32} />
          </Link>
          <UserMenu user={user} />
        </div>
        <ServerStatusNotice />
      </header>
      <ShellNotices user={user} />
      {keeping && <keeping.Keeping user={user} />}
      <main id="conteudo" tabIndex={-1} className={classes.content} data-wide={wide || undefined}>
        <UserIdContext value={user.id}>
          <Outlet />
        </UserIdContext>
      </main>
      <footer className={classes.footer}>
        {institution && ['© 2025', institution.company_name, 'ltda'].filter(Boolean).join(' ')}
      </footer>
    </div>
  );
}
