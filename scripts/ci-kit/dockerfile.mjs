/** What is checked of a Dockerfile without Docker: its syntax, the rules of this project, and what its last stage holds. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';

/** @typedef {{ name: string, text: string, stage: number }} Instruction */

/**
 * Instructions of a Dockerfile whose lines are not continued.
 * @param {string} text
 * @returns {Instruction[]}
 */
export function instructionsOf(text) {
  let stage = -1;
  return [...text.matchAll(/^([A-Z]+) +(.+)$/gm)].map(([, name, rest]) => {
    if (name === 'FROM') stage += 1;
    return { name, text: rest, stage };
  });
}

/**
 * What is wrong with a Dockerfile, one line each; none when nothing is.
 * @param {string} text
 * @param {string} root the folder that is the context of the build
 * @returns {string[]}
 */
export function problemsOf(text, root) {
  const found = validate(text).map(({ range, message }) => `line ${range.start.line + 1}: ${message}`);
  const all = instructionsOf(text);
  const last = all.filter(({ stage }) => stage === Math.max(...all.map((one) => one.stage)));
  const inLast = (name) => last.filter((one) => one.name === name);
  const expect = (holds, problem) => {
    if (!holds) found.push(problem);
  };
  expect(
    all.filter(({ name }) => name === 'FROM').length > 1,
    'it has one stage: tools of the build stay in the image',
  );
  const user = inLast('USER').at(-1)?.text;
  expect(user !== undefined && !/^(?:root|0)\b/.test(user), 'the last stage runs as root: give it a USER');
  expect(inLast('HEALTHCHECK').length === 1, 'the last stage has no HEALTHCHECK');
  expect(inLast('ENTRYPOINT').length === 1, 'the last stage has no ENTRYPOINT');
  for (const { name, text: rest } of all) {
    expect(name !== 'ADD', `ADD ${rest}: COPY takes files and nothing else`);
    expect(!/\bnpm (?:install|i)\b/.test(rest), `${rest}: npm ci installs what the lock file says`);
    expect(
      name !== 'FROM' || /^\S+:(?!latest\b)\S+/.test(rest) || /^[a-z]+ AS /.test(rest),
      `FROM ${rest}: name a version`,
    );
  }
  for (const { from, sources } of copiesOf(last)) {
    if (from === 'modules') continue;
    for (const source of sources) {
      const path = source.replace(/^\/perpsim\/?/, '');
      expect(existsSync(join(root, path)), `the last stage copies ${source}, and there is no ${path} to copy`);
    }
  }
  return found;
}

/**
 * The files that a stage takes from others.
 * @param {readonly Instruction[]} instructions
 * @returns {{ from: string, sources: string[], to: string }[]}
 */
export function copiesOf(instructions) {
  return instructions
    .filter(({ name }) => name === 'COPY')
    .map(({ text }) => {
      const [, from = '', paths = ''] = /^(?:--from=(\S+) +)?(.+)$/.exec(text) ?? [];
      const words = paths.split(/ +/);
      return { from, sources: words.slice(0, -1), to: words.at(-1) ?? '' };
    });
}

/**
 * Environment, commands and user of the last stage.
 * @param {string} text
 */
export function lastStageOf(text) {
  const all = instructionsOf(text);
  const last = all.filter(({ stage }) => stage === Math.max(...all.map((one) => one.stage)));
  const textOf = (name) => last.filter((one) => one.name === name).at(-1)?.text ?? '';
  const jsonIn = (rest) => JSON.parse(rest.slice(rest.indexOf('[')));
  return {
    env: Object.fromEntries(
      textOf('ENV')
        .split(' ')
        .map((pair) => pair.split('=')),
    ),
    copies: copiesOf(last),
    start: [...jsonIn(textOf('ENTRYPOINT')), ...jsonIn(textOf('CMD'))],
    health: jsonIn(textOf('HEALTHCHECK')),
    user: textOf('USER'),
  };
}
