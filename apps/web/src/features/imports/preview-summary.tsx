import type { Comparison } from '@balcao/contract/imports.ts';
import { Button, Text } from '@mantine/core';
import { counted, whole } from '../../ui/counts.ts';
import { Say } from '../../ui/messages/say.tsx';
import { totalsText } from './import-words.ts';

type Lines = ReadonlySet<number>;
type Props = {
  compared: Comparison;
  /** The lines that give somebody another name and were ticked. */
  ticked: Lines;
  without: Lines;
  onLeaveOut: (lines: readonly number[]) => void;
  onTick: (lines: Lines) => void;
};

/** The rows that would be written, and those that somebody has to look at first. */
export function PreviewSummary({ compared, ticked, without, onLeaveOut, onTick }: Props) {
  const { rows } = compared;
  const wrong = rows.filter(({ kind }) => kind === 'wrong');
  const asking = rows.filter(({ asks }) => asks);
  const odd = rows.filter(({ warnings }) => warnings);
  const [alike, renaming] = [true, false].map((isNew) =>
    asking.filter(({ kind }) => (kind === 'new') === isNew),
  ) as [typeof asking, typeof asking];
  const written = [
    totalsText(compared.totals),
    ticked.size > 0 &&
      (alike.length > 0
        ? counted(ticked.size, 'produto novo marcado', 'produtos novos marcados')
        : counted(ticked.size, 'linha marcada, com outro nome', 'linhas marcadas, com outro nome')),
  ]
    .filter(Boolean)
    .join(' e ');
  return (
    <>
      <Text inherit role="status">
        {written !== '' && (
          <>
            Vai gravar: <b>{written}</b>.
          </>
        )}
        {written === '' && asking.length > 0 && <b>Nada muda sem marcar uma linha.</b>}
        {written === '' && asking.length === 0 && (
          <b>Nada muda: o que está no arquivo já está cadastrado.</b>
        )}
        {without.size > 0 && ` De fora: ${whole(without.size)} com erro.`}
      </Text>
      {wrong.length > 0 && (
        <Attention
          text={`${
            wrong.length === 1
              ? 'Uma linha está errada.'
              : `${whole(wrong.length)} linhas estão erradas.`
          } Corrija no arquivo e escolha de novo, ou deixe de fora.`}
          button="Deixar de fora"
          onPress={() => onLeaveOut(wrong.map(({ line }) => line))}
        />
      )}
      {alike.length > 0 && (
        <Attention
          text={`${
            alike.length === 1
              ? 'Um código só difere de outro nos zeros da frente, e fica'
              : `${whole(alike.length)} códigos só diferem de outros nos zeros da frente, e ficam`
          } de fora sem a sua marca: uma planilha tira esses zeros. Se é o mesmo produto, corrija no arquivo.`}
        />
      )}
      {renaming.length > 0 && (
        <Attention
          text={`${
            renaming.length === 1
              ? 'Uma linha troca o nome de quem já está cadastrado, e fica'
              : `${whole(renaming.length)} linhas trocam o nome de quem já está cadastrado, e ficam`
          } de fora sem a sua marca. Confira se a matrícula e o CPF são mesmo dessa pessoa.`}
          button="Marcar todas"
          onPress={() => onTick(new Set(renaming.map(({ line }) => line)))}
        />
      )}
      {odd.length > 0 && (
        <Attention
          text={
            odd.length === 1
              ? 'Uma linha parece estragada: confira o que está na situação dela.'
              : `${whole(odd.length)} linhas parecem estragadas: confira o que está na situação delas.`
          }
        />
      )}
    </>
  );
}

function Attention(props: { text: string; button?: string; onPress?: () => void }) {
  const { text, button, onPress } = props;
  return (
    <Say
      rank="look"
      quiet
      action={
        button && (
          <Button variant="default" onClick={onPress}>
            {button}
          </Button>
        )
      }
    >
      {text}
    </Say>
  );
}
