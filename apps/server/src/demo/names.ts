import type { Random } from './random.ts';

const GIVEN = [
  {
    first:
      words(`Ana Beatriz Camila Daniela Eduarda Fernanda Gabriela Helena Isabela Júlia Larissa Letícia
      Luana Manuela Mariana Natália Patrícia Rafaela Renata Sofia Tatiane Valentina Vitória Yasmin Antônia
      Cecília Débora Lívia Mônica Sílvia`),
    second: words('Maria Clara Luísa Cristina Carolina'),
  },
  {
    first:
      words(`André Arthur Bernardo Bruno Caio Carlos Cláudio Davi Diego Eduardo Enzo Fábio Felipe Gabriel
      Guilherme Gustavo Heitor Ícaro João José Leonardo Lucas Luís Marcelo Matheus Miguel Murilo Otávio Paulo
      Pedro Rafael Ricardo Rodrigo Samuel Sérgio Thiago Tomás Vinícius Wesley`),
    second: words('Henrique Augusto Antônio Vítor Otávio'),
  },
] as const;

const FAMILY =
  words(`Albuquerque Almeida Alves Amaral Andrade Araújo Assunção Barbosa Barros Batista Brandão
  Campos Cardoso Carvalho Castro Cavalcanti Conceição Correia Costa Cunha Dantas Dias Duarte Farias
  Fernandes Ferreira Figueiredo Fonseca França Freitas Gomes Gonçalves Guimarães Leite Lima Lopes Macedo
  Machado Magalhães Marques Martins Medeiros Melo Mendes Mesquita Monteiro Moraes Moreira Nascimento
  Nogueira Novaes Oliveira Pacheco Peixoto Pereira Pinheiro Queiroz Ramos Rezende Ribeiro Rocha Sampaio
  Santana Santos Siqueira Soares Souza Tavares Teixeira Vasconcelos Vieira Xavier`);

/** A Brazilian full name that ends with the family name. */
export function fullName(random: Random, family = random.pick(FAMILY)): string {
  const given = random.pick(GIVEN);
  const first = random.pick(given.first);
  const second = random.pick(given.second);
  const mothers = random.pick(FAMILY);
  const called = random.chance(0.2) && second !== first ? `${first} ${second}` : first;
  return mothers === family || random.chance(0.25)
    ? `${called} ${family}`
    : `${called} ${mothers} ${family}`;
}

export function familyNameOf(name: string): string {
  return name.slice(name.lastIndexOf(' ') + 1);
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
