import { Type } from 'typebox';

/**
 * What a form was shown of the row that it edits, beside the body, which is the specification's. With it an edit
 * sets only what the form changed.
 */
export const ShownRow = Type.Object({
  'shown-row': Type.Optional(
    Type.String({
      description:
        'O cadastro como foi mostrado, como em um endereço: code=10&name=Caneta&price=2.5&active=true',
    }),
  ),
});
