import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PageTitle } from '../../ui/help-link.tsx';
import { Say } from '../../ui/messages/say.tsx';
import { institutionQuery, pixQuery } from '../institution/institution.queries.ts';
import { BackupSection } from './backup-section.tsx';
import { BoxSection } from './box-section.tsx';
import { CardsSection } from './cards-section.tsx';
import { InstitutionSection } from './institution-section.tsx';
import { PixSection } from './pix-section.tsx';
import classes from './settings.module.css';
import { cardTermsQuery, methodsQuery, settingsQuery } from './settings.queries.ts';
import { FactorSection, KeepSection, LockSection, PaperSection } from './small-sections.tsx';
import { StudentCardSection } from './student-card-section.tsx';

const SECTIONS = [
  { id: 'instituicoes', title: 'Instituições' },
  { id: 'pix', title: 'Pix' },
  { id: 'cartoes', title: 'Cartões' },
  { id: 'papel', title: 'Papel' },
  { id: 'caixa', title: 'Caixa' },
  { id: 'sem-servidor', title: 'Vender sem o servidor' },
  { id: 'carteirinha', title: 'Carteirinha' },
  { id: 'bloqueio', title: 'Bloqueio da tela' },
  { id: 'segundo-fator', title: 'Segundo fator' },
  { id: 'backup', title: 'Backup' },
] as const;

/** The settings of the shop, a section for each part. */
export function SettingsPage() {
  const settings = useQuery(settingsQuery);
  const institution = useQuery({ ...institutionQuery, staleTime: 0 });
  const pix = useQuery({ ...pixQuery, staleTime: 0 });
  const methods = useQuery(methodsQuery);
  const cards = useQuery(cardTermsQuery);
  const all = [settings, institution, pix, methods, cards];
  const missing = all.filter(({ data }) => data === undefined);
  const isError = missing.some((query) => query.isError);
  const retry = (
    <Button
      size="compact-sm"
      variant="default"
      loading={missing.some(({ isFetching }) => isFetching)}
      onClick={() => {
        for (const query of missing) void query.refetch();
      }}
    >
      Tentar de novo
    </Button>
  );
  return (
    <div className={classes.page}>
      <div className={classes.title}>
        <PageTitle help="configurações">CONFIGURAÇÕES</PageTitle>
      </div>
      <nav aria-label="Seções" className={classes.sections}>
        {SECTIONS.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      <div>
        {institution.data && pix.data && methods.data && cards.data && settings.data && (
          <Stack gap="lg">
            <InstitutionSection institution={institution.data} />
            <PixSection pix={pix.data.pix} methods={methods.data.map(({ name }) => name)} />
            <CardsSection cards={cards.data} methods={methods.data} />
            <PaperSection institution={institution.data} />
            <BoxSection settings={settings.data} />
            <KeepSection settings={settings.data} />
            <StudentCardSection />
            <LockSection settings={settings.data} />
            <FactorSection settings={settings.data} />
            <BackupSection />
          </Stack>
        )}
        {isError && (
          <Say rank="refusal" action={retry}>
            As configurações não puderam ser carregadas.
          </Say>
        )}
        {missing.length > 0 && !isError && (
          <Skeleton height="60rem" role="status" aria-label="Carregando" aria-busy />
        )}
      </div>
    </div>
  );
}
