type Policy = { createHTML: (text: string) => string };
type Factory = { createPolicy: (name: string, policy: Policy) => unknown };

/**
 * The content security policy requires Trusted Types. Mantine writes <style> elements through innerHTML,
 * so text without a tag may pass. Call this before the first render.
 */
export function refuseMarkupInStrings(): void {
  // Some browsers and TypeScript's DOM library lack it.
  const factory = (window as { trustedTypes?: Factory }).trustedTypes;
  factory?.createPolicy('default', {
    createHTML: (text) => {
      if (text.includes('<')) throw new TypeError('Markup in a string');
      return text;
    },
  });
}
