import { Button, Container, Group, Text, Title } from '@mantine/core';
import {
  createRouter,
  type ErrorComponentProps,
  parseSearchWith,
  stringifySearchWith,
} from '@tanstack/react-router';
import { ApiUnreachable } from '../api/errors.ts';
import { queryClient } from '../api/query-client.ts';
import { readSession, subscribeSession } from '../api/session.ts';
import { paths } from '../navigation/paths.ts';
import { readStored } from '../storage/stored-json.ts';
import { followSignOut } from '../storage/unsaved-input.ts';
import { Say } from '../ui/messages/say.tsx';
import { forgetPapers } from '../ui/paper/tab/print-tab.ts';
import { adminPages } from './admin-routes.ts';
import { routeTree } from './routes.tsx';

/** The router's own key; the router reads it as soon as its code has loaded. */
const SCROLLS = 'tsr-scroll-restoration-v1_3';

/**
 * Whether the router can work with the scroll positions of this tab: with a text that is no object it would
 * fail at every navigation. Such a text is removed, and counts no more once the page loads again.
 */
function canRestoreScrolls(): boolean {
  const text = sessionStorage.getItem(SCROLLS);
  const asObject = (value: unknown) => (typeof value === 'object' && value ? value : undefined);
  if (text === null || readStored(text, asObject)) return true;
  sessionStorage.removeItem(SCROLLS);
  return false;
}

export const router = createRouter({
  routeTree: routeTree(adminPages),
  // Legible addresses: the router itself would write texts as JSON (search=%22123%22).
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(JSON.stringify),
  defaultErrorComponent: ErrorPage,
  defaultPreload: 'intent',
  scrollRestoration: canRestoreScrolls(),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// Papers set the title of their tab themselves.
router.subscribe('onResolved', () => {
  const title = router.state.matches.findLast((match) => match.staticData.title)?.staticData.title;
  if (title) document.title = `${title} · Balcão`;
});

followSignOut();
window.addEventListener('storage', followSignOut);

const currentUser = () => {
  const user = readSession()?.user;
  return user && `${user.id} ${user.admin} ${user.password_expired} ${user.second_factor_missing}`;
};
let before = currentUser();

// When the user signs out or another signs in, in any tab, the guards run, and the fetched data and the papers of the
// user before go. A renewed access changes nothing.
subscribeSession(() => {
  const now = currentUser();
  if (now === before) return;
  before = now;
  queryClient.clear();
  forgetPapers();
  void router.invalidate();
});

/** Replaces a page that failed to render, or did not come. The console has the error. */
function ErrorPage({ error }: ErrorComponentProps) {
  const isAway = error instanceof ApiUnreachable;
  return (
    <Container component="main" size="xs" py="15vh">
      <Say rank="refusal" place="page">
        <Title order={1} size="h2">
          Esta página não pôde ser mostrada
        </Title>
        <Text mt="sm" c="dimmed">
          {isAway
            ? 'O servidor não respondeu. Volte ao que estava fazendo, e tente de novo mais tarde.'
            : 'O que já foi registrado continua registrado. Recarregue a página; se acontecer de novo, avise o suporte.'}
        </Text>
      </Say>
      <Group mt="lg">
        {isAway ? (
          <Button onClick={() => router.history.back()}>Voltar</Button>
        ) : (
          <>
            <Button onClick={() => window.location.reload()}>Recarregar</Button>
            <Button component="a" href={paths.home} variant="default">
              Ir para o início
            </Button>
          </>
        )}
      </Group>
    </Container>
  );
}
