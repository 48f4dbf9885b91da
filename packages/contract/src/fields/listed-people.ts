import { Type } from 'typebox';

/** What a list of people takes besides, on its screen and as a file. */
export const listedPeople = {
  /** Clients are found by the names and matrículas of their students too. */
  by_child: Type.Optional(Type.Boolean()),
  /** Those alone who may be registered twice. */
  alike: Type.Optional(Type.Boolean()),
};
