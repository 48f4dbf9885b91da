import type { Statement } from '@balcao/contract/bank.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';

const ANOTHER = '+';
const MOST_LETTERS = 60;

/**
 * The account of a file, if the file names one that the shop knows, or is the very first; undefined
 * has to be asked for, since each account has its own lines, and a file of a second one may name none.
 */
export function accountOf(inFile: string, statements: readonly Statement[]): string | undefined {
  const same = statements.find(
    ({ account_in_file }) => account_in_file === inFile && inFile !== '',
  );
  if (same) return same.account;
  return statements.length === 0 ? inFile : undefined;
}

const accountsIn = (statements: readonly Statement[]) => [
  ...new Set(statements.map(({ account }) => account)),
];

type Props = {
  inFile: string;
  statements: readonly Statement[];
  /** undefined: not chosen. */
  account: string | undefined;
  onChange: (account: string | undefined) => void;
};

export function AccountField({ inFile, statements, account, onChange }: Props) {
  const [isTyped, setTyped] = useState(false);
  const known = new Set(accountsIn(statements));
  const label = (name: string) => {
    const since = known.has(name) ? ', já tem extratos' : known.size > 0 ? ', conta nova' : '';
    return `${name || 'Conta da loja'}${since}`;
  };
  return (
    <>
      <NativeSelect
        label="Conta"
        required
        withAsterisk={false}
        error={account === undefined && !isTyped && 'De qual conta é este extrato?'}
        value={isTyped ? ANOTHER : account === undefined ? '' : `=${account}`}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value === ANOTHER);
          onChange(value.startsWith('=') ? value.slice(1) : undefined);
        }}
        data={[
          { value: '', label: 'Escolha' },
          ...[...new Set([...known, inFile])].map((name) => ({
            ...{ value: `=${name}`, label: label(name) },
          })),
          { value: ANOTHER, label: 'Outra conta' },
        ]}
      />
      {isTyped && (
        <TextInput
          label="Nome da conta"
          required
          withAsterisk={false}
          pattern=".*\S.*"
          maxLength={MOST_LETTERS}
          value={account ?? ''}
          onChange={({ currentTarget: { value } }) => onChange(value.trim() ? value : undefined)}
        />
      )}
    </>
  );
}
