import { foldText } from '@balcao/domain/search-text.ts';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { callsOf } from '../people.queries.ts';
import { wordsOf } from '../people-words.ts';
import type { PartProps } from './use-change.ts';

/** What the law on data protection asks for; the typed name is the consent. */
export function PrivacyForm({ kind, person, change, onBack }: PartProps) {
  const [typed, setTyped] = useState('');
  const consented = foldText(typed) === foldText(person.name || person.number);
  const { number } = wordsOf[kind];
  const save = async () => {
    const data = await callsOf[kind].export(person.id, typed);
    saveAsFile(`dados-${kind === 'client' ? 'cliente' : 'aluno'}-${person.id}.json`, data);
  };
  return (
    <Stack gap="md" mt="xs">
      <Text inherit>
        <b>Exportar</b> grava em um arquivo tudo o que a loja guarda sobre <b>{person.name}</b>:
        cadastro, vendas, devoluções e pedidos em espera.
      </Text>
      <Text inherit>
        <b>Anonimizar</b> troca nome e {number} por um pseudônimo no cadastro e em todas as vendas.
        Vendas e somas ficam como estão. <b>Não há como desfazer.</b> Backups já feitos e papéis
        impressos continuam com os dados antigos.
      </Text>
      <TextInput
        label={`Digite o nome para confirmar: ${person.name || person.number}`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onBack}>
          Voltar
        </Button>
        <Button
          variant="default"
          disabled={!consented}
          loading={change.isPending}
          onClick={() =>
            change.run(save, { done: 'Dados exportados!', failed: 'Erro ao exportar os dados.' })
          }
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
              onBack,
            )
          }
        >
          Anonimizar
        </Button>
      </Group>
    </Stack>
  );
}

function saveAsFile(name: string, data: unknown): void {
  const text = `${JSON.stringify(data, null, 2)}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
