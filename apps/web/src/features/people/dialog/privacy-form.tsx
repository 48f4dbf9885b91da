import { foldText } from '@balcao/domain/search-text.ts';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CancelButton } from '../../../ui/dialogs/cancel-button.tsx';
import { DialogFoot } from '../../../ui/dialogs/dialog-foot.tsx';
import { takeFocus } from '../../../ui/fields/focus.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { callsOf } from '../people.queries.ts';
import { shownName, wordsOf } from '../people-words.ts';
import type { PartProps } from './part.ts';

/** Export and anonymisation, which the law on data protection requires; the typed name is the consent. */
export function PrivacyForm({ kind, person, change, forgetTyped, onBack }: PartProps) {
  const [typed, setTyped] = useState('');
  const consented = foldText(typed) === foldText(person.name || person.number);
  const { number } = wordsOf[kind];
  const exported = () =>
    change.run(
      async () => {
        const data = await callsOf[kind].export(person.id, typed);
        const file = new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' });
        saveFile(file, `dados-${kind === 'client' ? 'cliente' : 'aluno'}-${person.id}.json`);
      },
      { done: 'Dados exportados!', failed: 'Erro ao exportar os dados.' },
    );
  return (
    <Stack gap="md" mt="xs">
      <Text inherit>
        <b>Exportar</b> grava em um arquivo tudo o que a loja guarda sobre{' '}
        <b>{shownName(person)}</b>: cadastro, vendas, devoluções e pedidos em espera.
      </Text>
      <Text inherit>
        <b>Anonimizar</b> troca nome e {number} por um pseudônimo no cadastro e em todas as vendas.
        Vendas e somas ficam como estão. <b>Não há como desfazer.</b> Backups já feitos e papéis
        impressos continuam com os dados antigos.
      </Text>
      <TextInput
        label={`Digite ${person.name ? 'o nome' : 'o número'} para confirmar: ${person.name || person.number}`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        ref={takeFocus}
        data-autofocus
      />
      <DialogFoot>
        <CancelButton onClick={onBack} />
        <Button
          variant="default"
          disabled={!consented}
          loading={change.isPending}
          onClick={exported}
        >
          Exportar dados
        </Button>
        <Button
          color="red"
          disabled={!consented}
          loading={change.isPending}
          onClick={() =>
            change.run(
              () => callsOf[kind].anonymise(person.id, typed),
              { done: 'Cadastro anonimizado!', failed: 'Erro ao anonimizar o cadastro.' },
              {
                onDone: () => {
                  forgetTyped(person.id);
                  onBack();
                },
              },
            )
          }
        >
          Anonimizar
        </Button>
      </DialogFoot>
    </Stack>
  );
}
