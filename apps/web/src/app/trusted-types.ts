type Policy = { createHTML: (text: string) => string };
type Factory = { createPolicy: (name: string, policy: Policy) => unknown };

/**
 * The page's policy demands Trusted Types. Mantine writes the text of its <style> elements through
 * innerHTML, so text without a tag may pass; markup may not. Has to run before the first render.
 */
export function refuseMarkupInStrings(): void {
  // Not in every browser yet, and not in TypeScript's DOM library.
  const factory = (window as { trustedTypes?: Factory }).trustedTypes;
  factory?.createPolicy('default', {
    createHTML: (text) => {
      if (text.includes('<')) throw new TypeError('Markup in a string');
      return text;
    },
  });
}
