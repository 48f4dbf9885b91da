import { foldText } from '../search-text.ts';

/** The words that say what kind of money came. Any other word may be somebody's name. */
const KINDS = new Set(
  (
    'pix recebido recebida recebimento receb enviado enviada transf transferencia ted doc qr code qrcode qrs qre qrd ' +
    'chave estatico dinamico cielo rede redecard stone getnet pagseguro pagbank mercado pago sumup safrapay cartao ' +
    'cartoes debito credito deb cred visa master mastercard elo hipercard amex venda vendas antecipacao antecip ' +
    'liquidacao liq deposito boleto dinheiro pelo pela por via em rem remetente pagamento pagto pgto dev devolvido ' +
    'devolvida devolucao estorno estornado estornada reembolso cancelado cancelamento reversao rejeitado rejeitada ' +
    'tar tarifa tarifas taxa pacote servicos manutencao rendimento rendimentos rend juros iof salario proventos ' +
    'aplicacao resgate saque cheque compra ajuste saldo'
  ).split(' '),
);
const SMALL = new Set(['de', 'da', 'do', 'das', 'dos', 'e']);
/** Words that banks write before a name. */
const BEFORE_NAME = new Set(['cp', 'cpf', 'cnpj', 'no', 'na', 'para', 'des', 'domicilio']);
const LONGEST = 60;

/**
 * What is kept of a statement's text: the words of its kind and the initials of the rest, so that no name, CPF or
 * account of a payer is stored. Shortened again, it stays the same.
 */
export function shortMemo(memo: string): string {
  const words = memo.split(/[\s\-–:/;,()"“”]+/u).flatMap((word) => {
    const plain = foldText(word);
    if (KINDS.has(plain.replace(/\.$/, ''))) return [word];
    if (SMALL.has(plain) || BEFORE_NAME.has(plain)) return [];
    if (/[\p{N}*•…]/u.test(word)) return ['…'];
    return initialOf(plain);
  });
  const kept = words.filter((word, at) => word !== '…' || words[at - 1] !== '…');
  while (kept.join(' ').length > LONGEST) kept.pop();
  return kept.join(' ');
}

/** Of a person's name, as in a text that was shortened: 'A. P.' */
export const initialsIn = (name: string): string =>
  name
    .split(/\s+/u)
    .map(foldText)
    .filter((word) => !SMALL.has(word))
    .flatMap(initialOf)
    .join(' ');

/** Of a folded word, in a list; none of a word without a letter. */
function initialOf(word: string): string[] {
  const [, first] = /(\p{L})/u.exec(word) ?? [];
  return first === undefined ? [] : [`${first.toUpperCase()}.`];
}

/** The initials in a text that was shortened. */
export const initialsOf = (memo: string): string =>
  memo
    .split(' ')
    .filter((word) => /^\p{L}\.$/u.test(word))
    .map((word) => word.charAt(0))
    .join('');

/** Whether two shortened texts may name the same person: banks cut names off, and complete them later. */
export const mayShareName = (one: string, other: string): boolean =>
  mayBeOneName(initialsOf(one), initialsOf(other));

/** The same of initials alone. */
export const mayBeOneName = (a: string, b: string): boolean => isWithin(a, b) || isWithin(b, a);

/** Of texts that both have some; one without any says nothing. */
export const shareInitials = (one: string, other: string): boolean =>
  [one, other].every(initialsOf) && mayShareName(one, other);

/** All letters of one text in another one, in their order. */
function isWithin(letters: string, text: string): boolean {
  let at = 0;
  for (const letter of text) if (letter === letters[at]) at++;
  return at === letters.length;
}
