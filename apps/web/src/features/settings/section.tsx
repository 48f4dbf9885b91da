import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Form } from '../../ui/fields/form.tsx';
import { useTyped } from '../../ui/fields/use-typed.ts';
import { Say } from '../../ui/messages/say.tsx';
import { ResultBar } from '../../ui/messages/timed.tsx';
import { useChange } from '../../ui/messages/use-change.ts';
import classes from './settings.module.css';

const savedWords = { done: 'Configurações salvas!', failed: 'Erro ao salvar as configurações.' };

type SectionOptions<I> = Parameters<typeof useTyped<I & object>>[0] & {
  /** Gets only the fields that were typed: another administrator may have changed the others since. */
  save: (typed: Partial<I>) => Promise<unknown>;
};

/** The input of one section of the settings; each section is saved alone. */
export function useSection<I extends object>({ save, ...options }: SectionOptions<I>) {
  const { input, typed, isBack, change, forget } = useTyped<I>(options);
  const { run, refusal, fault, ...sending } = useChange();
  const label = fault && (fault.labels?.[0]?.textContent ?? fault.ariaLabel);

  return {
    input,
    change,
    /** The name of a field and why it was refused. */
    field: (path: string) => ({
      name: path,
      error: refusal?.field === path && refusal.reason,
    }),
    section: {
      ...sending,
      isTyped: typed !== null,
      isBack: isBack && !sending.outcome,
      /** Why it was refused; the field at fault is named. */
      reason: refusal && [label, refusal.reason].filter(Boolean).join(': '),
      fault,
      giveUp: () => {
        forget();
        sending.forgetRefusal();
      },
      submit: (form: HTMLFormElement) =>
        void run(() => save(typed ?? {}), savedWords, { form, onDone: forget }),
    },
  };
}

/** Around one section, with the heading that the list of sections leads to. */
export function SectionFrame(props: {
  id: string;
  title: string;
  headingId?: string;
  children: ReactNode;
}) {
  const { id, title, headingId, children } = props;
  return (
    <Paper
      withBorder
      component="section"
      id={id}
      className={classes.frame}
      p="clamp(16px, 5vw, 28px)"
    >
      <Title order={2} size="h4" id={headingId} mb="md">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

type Props = {
  /** In the address. */
  id: string;
  title: string;
  section: ReturnType<typeof useSection>['section'];
  children: ReactNode;
};

/** The frame of one section: its fields, the outcome of saving, and its own button. */
export function SectionForm({ id, title, section, children }: Props) {
  const headingId = useId();
  const saveButton = useRef<HTMLButtonElement>(null);
  const { outcome, isPending, reason, fault } = section;
  useEffect(() => {
    const { activeElement, body } = document;
    const isElsewhere =
      activeElement !== body && !saveButton.current?.form?.contains(activeElement);
    if (!outcome || isPending || isElsewhere) return;
    // An element that was inert or disabled meanwhile has lost the focus.
    (fault ?? saveButton.current)?.focus();
  }, [outcome, isPending, fault]);

  return (
    <SectionFrame id={id} title={title} headingId={headingId}>
      <Form onSubmit={section.submit} aria-labelledby={headingId}>
        <Stack gap="md">
          <Stack gap="md" inert={isPending}>
            {children}
          </Stack>
          <Group justify="flex-end" gap="xs" className={classes.foot}>
            {/* Beside the buttons, so that a message moves nothing. */}
            <div className={classes.outcome}>
              {outcome && <ResultBar outcome={outcome} onEnd={section.endMessage} />}
              {section.isBack && (
                <Say rank="fact">O que você tinha digitado e não foi salvo está de volta.</Say>
              )}
              {reason && <p className={classes.reason}>{reason}</p>}
            </div>
            {section.isTyped && (
              <Button
                variant="default"
                disabled={isPending}
                onClick={() => {
                  section.giveUp();
                  saveButton.current?.focus();
                }}
              >
                Desfazer
              </Button>
            )}
            <Button ref={saveButton} type="submit" loading={isPending}>
              SALVAR
            </Button>
          </Group>
        </Stack>
      </Form>
    </SectionFrame>
  );
}
