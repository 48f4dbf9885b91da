import { peopleEndpoints } from '@balcao/contract/people/people.ts';
import { productEndpoints } from '@balcao/contract/products/products.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { checksOf } from './checks.ts';
import { compareProducts, importProducts } from './products-import.ts';
import { compareRoll, importRoll } from './roll-import.ts';

const { code, name, price } = productEndpoints.createProduct.body.properties;
const { number: cpf, name: client } = peopleEndpoints.correctClient.body.properties;
const { number: registration, name: student } = peopleEndpoints.correctStudent.body.properties;

export function importRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const compiled = (request: FastifyRequest) => (schema: object) =>
    request.compileValidationSchema(schema, 'body');
  const ofProducts = (request: FastifyRequest) =>
    checksOf({ code, name, price }, compiled(request));
  const ofRoll = (request: FastifyRequest) =>
    checksOf({ cpf, client, registration, student }, compiled(request));

  serve(app, 'compareProducts', ({ body, request }) =>
    compareProducts(db, ofProducts(request), body.rows),
  );
  serve(app, 'importProducts', ({ body, user, request }) =>
    importProducts(db, user, ofProducts(request), body),
  );
  serve(app, 'compareRoll', ({ body, request }) => compareRoll(db, ofRoll(request), body.rows));
  serve(app, 'importRoll', ({ body, user, request }) =>
    importRoll(db, user, ofRoll(request), body),
  );
}
