import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { type QueryKey, type Updater, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { savedOrShownAgain } from '../../api/saved-or-shown-again.ts';
import { Form } from '../../ui/fields/form.tsx';
import type { Typed } from '../../ui/fields/typed-part.ts';
import { type Keep, useFields } from '../../ui/fields/use-fields.ts';
import { Say } from '../../ui/messages/say.tsx';
import { ResultBar } from '../../ui/messages/timed.tsx';
import { useChange } from '../../ui/messages/use-change.ts';
import classes from './settings.module.css';

const savedWords = { done: 'Configurações salvas!', failed: 'Erro ao salvar as configurações.' };

type Options<I extends object, Shown> = Keep<I> & {
  /** The content of the fields when nothing is typed. */
  saved: I;
  /** The query that the section shows. */
  queryKey: QueryKey;
  /** Returns what the query shows from now on. `typed`: without the fields that nobody has typed. */
  save: (input: I, typed: Typed<I>) => Promise<Updater<Shown | undefined, Shown | undefined>>;
};

/**
 * One section of the settings; each is saved alone. Only what was typed stands over what is saved: another
 * administrator may have changed the other fields since.
 */
export function useSection<I extends object, Shown>(options: Options<I, Shown>) {
  const { saved, queryKey, save, ...keep } = options;
  const queries = useQueryClient();
  const fields = useFields<I>(saved, {}, keep);
  const { run, refusal, fault, ...sending } = useChange();
  const label = fault && (fault.labels?.[0]?.textContent ?? fault.ariaLabel);
  const submit = async (form: HTMLFormElement) => {
    const send = () =>
      savedOrShownAgain<Shown>(queries, queryKey, () =>
        save(fields.values, fields.typed ?? ({} as Typed<I>)),
      );
    const end = await run(send, savedWords, { form, onDone: fields.forget });
    fields.refuse(end?.refusal);
  };
  return {
    ...sending,
    fields,
    isBack: fields.isBack && !sending.outcome,
    /** Why it was refused; the field at fault is named. */
    reason: refusal && [label, refusal.reason].filter(Boolean).join(': '),
    fault,
    giveUp: () => {
      fields.forget();
      sending.forgetRefusal();
    },
    submit,
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
  section: Omit<ReturnType<typeof useSection>, 'fields'> & { fields: { typed: unknown } };
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
      <Form onSubmit={(form) => void section.submit(form)} aria-labelledby={headingId}>
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
            {section.fields.typed !== undefined && (
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
