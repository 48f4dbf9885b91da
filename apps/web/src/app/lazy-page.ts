import { lazyRouteComponent } from '@tanstack/react-router';
import { ApiUnreachable } from '../api/errors.ts';
import { paths } from '../navigation/paths.ts';

/**
 * A page that is loaded when it is asked for. The router loads all of it anew when its code does not come, which a new
 * version of the server needs; while the server is away that would lose what stands there.
 */
export const lazy: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error) => {
        await fetch(paths.home, { cache: 'no-store' }).catch((cause) => {
          throw new ApiUnreachable('The code of the page did not come', { cause });
        });
        throw error;
      }),
    name,
  );
