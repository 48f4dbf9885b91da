import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { Say } from '../../ui/messages/say.tsx';

const LARGEST_KB = 512;
const KINDS = 'image/png,image/jpeg,image/webp,image/svg+xml,.png,.jpg,.jpeg,.webp,.svg';

type Props = {
  /** The owner of the logo, such as "da faculdade". */
  whose: string;
  /** The address of the picture; null for none. */
  shown: string | null;
  /** The name of the button that takes the focus if the picture is refused. */
  name: string;
  error: ReactNode;
  /** Gets the new picture as a data URL, or null to remove the present one. */
  onChange: (picture: string | null) => void;
};

/** A logo with its picture. */
export function LogoField({ whose, shown, name, error, onChange }: Props) {
  const reset = useRef<() => void>(null);
  const [trouble, setTrouble] = useState<string>();
  const pick = async (file: File | null) => {
    // The same file can be chosen again.
    reset.current?.();
    if (!file) return;
    const picture = file.size > LARGEST_KB * 1024 ? undefined : await pictureIn(file);
    setTrouble(picture === undefined ? refusalOf(file) : undefined);
    if (picture !== undefined) onChange(picture);
  };
  const reason = trouble ?? error;
  return (
    <Input.Wrapper
      label={`Logotipo ${whose}`}
      labelElement="div"
      description={`PNG, JPEG, WebP ou SVG de até ${LARGEST_KB} kB. Sem logotipo, os papéis mostram o nome.`}
      inputWrapperOrder={['label', 'description', 'input']}
    >
      <Group gap="xs" mt={6} mih={64}>
        {shown === null ? (
          <Text c="dimmed">Sem logotipo</Text>
        ) : (
          <img
            src={shown}
            alt={`Logotipo ${whose}`}
            height={64}
            // A logo is made for paper.
            style={{ maxWidth: '12rem', objectFit: 'contain', background: 'white', padding: 4 }}
          />
        )}
        <FileButton accept={KINDS} resetRef={reset} onChange={(file) => void pick(file)}>
          {(props) => (
            <Button
              variant="default"
              name={name}
              aria-label={`Escolher o logotipo ${whose}`}
              {...props}
            >
              Escolher…
            </Button>
          )}
        </FileButton>
        {shown !== null && (
          <Button
            variant="default"
            aria-label={`Remover o logotipo ${whose}`}
            onClick={() => {
              setTrouble(undefined);
              onChange(null);
            }}
          >
            Remover
          </Button>
        )}
      </Group>
      {reason && (
        <Say rank="refusal" place="field" mt={5}>
          {reason}
        </Say>
      )}
    </Input.Wrapper>
  );
}

const refusalOf = ({ size }: File) =>
  size > LARGEST_KB * 1024
    ? `Este arquivo tem ${Math.ceil(size / 1024)} kB; o logotipo pode ter até ${LARGEST_KB} kB.`
    : 'Este arquivo não é uma imagem que se possa mostrar.';

/** Undefined for a file that this browser can't show. */
async function pictureIn(file: File): Promise<string | undefined> {
  const reader = new FileReader();
  const read = new Promise<string | undefined>((resolve) => {
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve(undefined);
  });
  reader.readAsDataURL(file);
  const address = await read;
  if (address === undefined) return undefined;
  const image = new Image();
  image.src = address;
  return image.decode().then(
    () => address,
    () => undefined,
  );
}
