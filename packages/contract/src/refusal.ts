import { MOST_PARKED, MOST_PIECES } from './fields/list-limits.ts';

/** Every refusal: its code, its status and its text. */
export const refusals = {
  invalid_request: { status: 400, detail: 'Os dados enviados não foram entendidos.' },
  invalid_json: { status: 400, detail: 'O corpo da requisição não é um JSON válido.' },
  not_signed_in: { status: 401, detail: 'Entre com seu login e senha para continuar.' },
  wrong_credentials: { status: 401, detail: 'Login ou senha incorretos!' },
  not_allowed: { status: 403, detail: 'Você não tem permissão para isto.' },
  discount_not_allowed: { status: 403, detail: 'Só um administrador pode dar desconto.' },
  password_change_required: {
    status: 403,
    detail: 'Sua senha provisória venceu. Altere a senha em Perfil para continuar.',
  },
  code_required: {
    status: 403,
    detail: 'Digite também o código do seu aplicativo de autenticação.',
  },
  second_factor_required: {
    status: 403,
    detail: 'Esta loja exige o segundo fator de administradores. Ligue-o em Perfil para continuar.',
  },
  seller_mismatch: { status: 403, detail: 'A venda pertence a quem está conectado.' },
  cross_site: { status: 403, detail: 'A requisição veio de outro site.' },
  approval_required: {
    status: 403,
    detail: 'É preciso o login e a senha de um administrador.',
  },
  approval_ended: {
    status: 403,
    detail: 'A autorização venceu, já foi usada ou é de outra ação. Peça outra.',
  },
  not_administrator: { status: 403, detail: 'Este login não é de um administrador.' },
  not_found: { status: 404, detail: 'Não encontrado.' },
  request_timeout: { status: 408, detail: 'A requisição demorou demais para chegar.' },
  key_reused: {
    status: 409,
    detail: 'Esta chave de idempotência já registrou uma venda diferente.',
  },
  sale_deleted: {
    status: 409,
    detail: 'Esta venda já tinha sido registrada e foi excluída por um administrador.',
  },
  sale_recorded: { status: 409, detail: 'Este pedido já foi registrado como venda.' },
  parked_sale_taken: {
    status: 409,
    detail: 'Este pedido já foi retomado ou descartado em outro computador.',
  },
  too_many_parked: {
    status: 409,
    detail: `Já há ${MOST_PARKED} pedidos em espera. Retome ou descarte um deles antes.`,
  },
  sale_corrected: {
    status: 409,
    detail: 'Esta venda tem devolução, troca ou correção, e por isso não pode ser excluída.',
  },
  more_than_sold: {
    status: 409,
    detail: 'A quantidade passa do que foi vendido e ainda não voltou. Confira a venda de novo.',
  },
  second_factor_on: { status: 409, detail: 'O segundo fator já está ligado.' },
  second_factor_not_begun: {
    status: 409,
    detail: 'O código QR venceu. Comece de novo.',
  },
  box_not_open: { status: 409, detail: 'Abra o caixa antes.' },
  box_left_open: {
    status: 409,
    detail: 'Este caixa ficou aberto desde outro dia. Feche-o antes de continuar.',
  },
  box_already_open: { status: 409, detail: 'Você já tem um caixa aberto.' },
  box_counted: { status: 409, detail: 'Este caixa já foi contado.' },
  drawer_short: { status: 409, detail: 'A gaveta não tem todo este valor.' },
  clock_in_closed_month: { status: 409, detail: 'O relógio do servidor está em um mês fechado.' },
  clock_behind: { status: 409, detail: 'O relógio do servidor está atrás da venda mais nova.' },
  month_closed: { status: 409, detail: 'O mês está fechado.' },
  month_not_ended: { status: 409, detail: 'Só dá para fechar um mês que já terminou.' },
  month_already_closed: { status: 409, detail: 'Este mês já está fechado.' },
  month_open: { status: 409, detail: 'Este fechamento do mês já foi reaberto.' },
  prices_changed: {
    status: 409,
    detail:
      'Um produto ou um preço mudou desde a prévia. Nada foi alterado: veja a prévia de novo.',
  },
  undo_ended: { status: 409, detail: 'Só dá para desfazer até 24 horas depois.' },
  nothing_to_undo: {
    status: 409,
    detail: 'Tudo isto mudou de novo ou já foi usado depois, e por isso fica como está.',
  },
  merge_stays: {
    status: 409,
    detail:
      'Não dá mais para separar os dois cadastros: um deles foi unido a outro ou anonimizado depois.',
  },
  import_changed: {
    status: 409,
    detail: 'Algo mudou depois da conferência. Nada foi importado: confira de novo.',
  },
  changed_meanwhile: {
    status: 409,
    detail:
      'Outra pessoa mudou isto desde que você o abriu. Nada foi salvo: veja como está agora e salve de novo.',
  },
  payment_found: {
    status: 409,
    detail: 'Este pagamento já está ligado a outra linha do extrato. Veja a lista de novo.',
  },
  line_matched: {
    status: 409,
    detail: 'Esta linha do extrato está ligada a uma venda. Veja a lista de novo.',
  },
  code_taken: { status: 409, detail: 'Já existe um produto com este código.' },
  code_of_other: {
    status: 409,
    detail: 'Este código já é usado: um produto e uma lista de material não têm o mesmo.',
  },
  name_taken: { status: 409, detail: 'Já existe um cadastro com este nome.' },
  number_taken: { status: 409, detail: 'Este número já é de outro cadastro.' },
  login_taken: { status: 409, detail: 'Já existe um usuário com este login.' },
  last_administrator: {
    status: 409,
    detail: 'É preciso manter pelo menos um administrador ativo.',
  },
  body_too_large: { status: 413, detail: 'O corpo da requisição é grande demais.' },
  unsupported_media_type: { status: 415, detail: 'Envie o corpo como application/json.' },
  wrong_rows: { status: 422, detail: 'Há linhas erradas. Nada foi importado.' },
  unknown_product: { status: 422, detail: 'Um dos produtos não existe ou não está ativo.' },
  unknown_client: { status: 422, detail: 'O cliente não existe.' },
  unknown_student: { status: 422, detail: 'O aluno não existe.' },
  unknown_person: { status: 422, detail: 'O outro cadastro não existe ou já foi unido.' },
  same_person: { status: 422, detail: 'Escolha outro cadastro: este é o mesmo.' },
  name_differs: { status: 422, detail: 'O nome digitado não é o do cadastro.' },
  statement_too_long: {
    status: 422,
    detail: 'Há vendas demais neste período. Escolha um período menor.',
  },
  unknown_seller: { status: 422, detail: 'O vendedor não existe.' },
  unknown_payment_method: { status: 422, detail: 'Uma das formas de pagamento não existe.' },
  unknown_payment: { status: 422, detail: 'Este pagamento não é um Pix da loja.' },
  line_outside: {
    status: 422,
    detail: 'Há uma linha fora dos dias que o extrato cobre. Confira as datas.',
  },
  period_too_long: { status: 422, detail: 'Escolha no máximo um ano.' },
  payment_without_method: { status: 422, detail: 'Um pagamento está sem a forma de pagamento.' },
  figures_differ: { status: 422, detail: 'Um valor enviado difere do calculado.' },
  same_payments: { status: 422, detail: 'As formas de pagamento são as que já estão na venda.' },
  nothing_changes: { status: 422, detail: 'Nada mudaria: os produtos já estão assim.' },
  same_prices: { status: 422, detail: 'Nenhum preço mudaria.' },
  amount_too_large: { status: 422, detail: 'O valor passa de R$ 9.999.999,99.' },
  discount_too_large: { status: 422, detail: 'O desconto é maior que a venda.' },
  not_paid: { status: 422, detail: 'O valor pago não é suficiente para finalizar a venda.' },
  days_reversed: { status: 422, detail: 'O último dia vem antes do primeiro.' },
  invalid_day: { status: 422, detail: 'A data não existe.' },
  future_day: { status: 422, detail: 'A data ainda não chegou.' },
  unfit_text: {
    status: 422,
    detail: 'O texto tem caracteres que não aparecem na tela. Apague e digite de novo.',
  },
  wrong_cnpj: { status: 422, detail: 'Os dígitos deste CNPJ não conferem.' },
  unfit_logo: {
    status: 422,
    detail: 'O logotipo precisa ser uma imagem PNG, JPEG, WebP ou SVG de até 512 kB.',
  },
  unfit_pix_key: {
    status: 422,
    detail:
      'Esta chave não é um CPF, um CNPJ, um e-mail nem uma chave aleatória. Um telefone começa com +55.',
  },
  wrong_password: { status: 422, detail: 'A senha atual não confere.' },
  wrong_code: {
    status: 422,
    detail:
      'O código não confere ou já foi usado. Cada um vale uma vez: confira, ou use o próximo.',
  },
  passwords_differ: { status: 422, detail: 'A repetição da nova senha não confere.' },
  weak_password: {
    status: 422,
    detail:
      'A nova senha precisa de pelo menos 8 caracteres e não pode ser a atual, o login ou uma senha conhecida.',
  },
  too_many_attempts: {
    status: 429,
    detail: 'Muitas tentativas. Aguarde um pouco e tente de novo.',
  },
  too_many_people: {
    status: 429,
    detail:
      'Você consultou pessoas demais em uma hora, e os administradores foram avisados. Chame um deles.',
  },
  count_ended: { status: 409, detail: 'Esta contagem já foi aplicada ou guardada.' },
  count_changed: {
    status: 409,
    detail:
      'Alguém contou mais depois que você abriu as diferenças. Veja de novo antes de aplicar.',
  },
  not_followed: {
    status: 422,
    detail: 'Este produto ainda não tem estoque. Comece por uma entrada ou uma contagem.',
  },
  outside_count: { status: 422, detail: 'Este produto não faz parte desta contagem.' },
  below_counted: { status: 422, detail: 'Não dá para tirar mais do que foi contado.' },
  too_many_pieces: {
    status: 422,
    detail: `Uma entrada tem no máximo ${MOST_PIECES.toLocaleString('pt-BR')} peças. Confira as quantidades.`,
  },
  nothing_counted: { status: 422, detail: 'Ninguém contou nada ainda.' },
  list_code_taken: { status: 409, detail: 'Já existe uma lista de material com este código.' },
  repeated_product: { status: 422, detail: 'Um produto está duas vezes na lista.' },
  headers_too_large: { status: 431, detail: 'O cabeçalho da requisição é grande demais.' },
  internal: { status: 500, detail: 'Ocorreu um erro interno. Informe a referência ao suporte.' },
  unavailable: {
    status: 503,
    detail: 'O banco de dados está fora do ar. Tente de novo em instantes.',
  },
} as const;

export type RefusalCode = keyof typeof refusals;
