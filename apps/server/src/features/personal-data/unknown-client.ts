/** The CPF itself is not repeated: what a terminal shows may be kept. */
export class UnknownClient extends Error {
  constructor() {
    super('Não há cliente com este CPF.');
  }
}
