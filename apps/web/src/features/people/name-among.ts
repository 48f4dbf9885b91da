type Named = { readonly name: string; readonly digits: string };

/** The first and the last name, or as much as tells these people apart. */
export function nameAmong(one: Named, all: readonly Named[]): string {
  const texts = [shortName, (of: Named) => of.name].filter(
    (text) => text(one) !== '' && all.filter((of) => text(of) === text(one)).length === 1,
  );
  return texts[0]?.(one) ?? `${one.name} ${one.digits}`.trim();
}

const shortName = ({ name }: Named) => {
  const [first = '', ...others] = name.split(' ');
  return [first, ...others.slice(-1)].join(' ');
};
