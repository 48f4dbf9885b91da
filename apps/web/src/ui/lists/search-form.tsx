import { MAX_SEARCH_LENGTH } from '@balcao/contract/fields/list-limits.ts';
import { Button, CloseButton, Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Form } from '../fields/form.tsx';
import classes from './list-frame.module.css';
import { useInput } from './use-list.ts';

type Props = {
  label: string;
  searched: string;
  onSearch: (text: string) => void;
  /** Where the page is opened to search. */
  autoFocus?: boolean;
};

export function SearchForm({ label, searched, onSearch, autoFocus = false }: Props) {
  const [text, setText] = useInput(searched);

  return (
    <search className={classes.search}>
      <Form onSubmit={() => onSearch(text)}>
        <Group gap={8} wrap="nowrap">
          <TextInput
            aria-label={label}
            placeholder={label}
            flex={1}
            autoFocus={autoFocus}
            autoComplete="off"
            maxLength={MAX_SEARCH_LENGTH}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            rightSection={
              (text || searched) && (
                <CloseButton
                  aria-label="Limpar busca"
                  onClick={() => {
                    setText('');
                    onSearch('');
                  }}
                />
              )
            }
          />
          <Button
            type="submit"
            variant="default"
            leftSection={<IconSearch size={16} aria-hidden />}
          >
            Buscar
          </Button>
        </Group>
      </Form>
    </search>
  );
}
