//! Completions for the shells, made from the table of flags.

use std::fmt::Write;

use crate::compare;
use crate::flags::{Action, FLAGS, Flag, Shell};

/// The script that a shell loads.
pub(crate) fn script(shell: Shell) -> String {
    match shell {
        Shell::Bash => bash(),
        Shell::Zsh => zsh(),
        Shell::Fish => fish(),
    }
}

/// The values a flag can have, where they are a closed list.
fn choices(flag: &Flag) -> Option<&'static str> {
    Some(match flag.long {
        "input-type" => "commonjs module commonjs-typescript module-typescript",
        "entry-type" => "commonjs module",
        "unhandled-rejections" => "throw strict warn none warn-with-error-code",
        "completions" => "bash zsh fish",
        _ => return None,
    })
}

fn takes_file(flag: &Flag) -> bool {
    matches!(flag.value_name(), Some("FILE" | "MODULE"))
}

fn bash() -> String {
    let mut words = Vec::new();
    let mut cases = String::new();
    let compare: Vec<String> =
        compare::FLAGS.iter().map(|flag| format!("--{}", flag.long)).collect();
    for flag in FLAGS {
        words.extend(flag.short.map(|short| format!("-{short}")));
        words.push(flag.shown());
        if let Some(choices) = choices(flag) {
            let _ = writeln!(
                cases,
                "        {}) COMPREPLY=($(compgen -W '{choices}' -- \"$word\")); return ;;",
                flag.shown()
            );
        }
    }
    format!(
        "# Completions of roundel for bash: eval \"$(roundel --completions bash)\"\n\
         _roundel() {{\n    \
             local word=\"${{COMP_WORDS[COMP_CWORD]}}\" before=\"${{COMP_WORDS[COMP_CWORD-1]}}\"\n    \
             [[ $before == = ]] && before=\"${{COMP_WORDS[COMP_CWORD-2]}}\"\n    \
             [[ $word == = ]] && word=\n    \
             case \"$before\" in\n{cases}    esac\n    \
             if [[ $word == -* && ${{COMP_WORDS[1]}} == compare ]]; then\n        \
                 COMPREPLY=($(compgen -W '{}' -- \"$word\"))\n    \
             elif [[ $word == -* ]]; then\n        \
                 COMPREPLY=($(compgen -W '{}' -- \"$word\"))\n    \
             else\n        \
                 COMPREPLY=($(compgen -f -- \"$word\"))\n        \
                 [[ $COMP_CWORD == 1 ]] && COMPREPLY+=($(compgen -W compare -- \"$word\"))\n    \
             fi\n\
         }}\n\
         complete -o filenames -F _roundel roundel\n",
        compare.join(" "),
        words.join(" ")
    )
}

fn zsh() -> String {
    let mut specs = String::new();
    for flag in FLAGS {
        let help = flag.help.replace('\'', "'\\''").replace('[', "\\[").replace(']', "\\]");
        let value = match flag.action {
            Action::Switch { .. } | Action::NamedSwitch | Action::IgnoredSwitch => String::new(),
            _ => match choices(flag) {
                Some(choices) => format!(":value:({choices})"),
                None if takes_file(flag) => ":file:_files".to_owned(),
                None => ":value: ".to_owned(),
            },
        };
        let equals = if value.is_empty() { "" } else { "=" };
        let _ = writeln!(specs, "    '{}{equals}[{help}]{value}' \\", flag.shown());
        if let Some(short) = flag.short {
            let _ = writeln!(specs, "    '-{short}[{help}]{value}' \\");
        }
    }
    let mut compare = String::new();
    for flag in compare::FLAGS {
        let value = flag.value.map_or(String::new(), |value| format!("=:{value}:_files"));
        let equals = if value.is_empty() { "" } else { "=" };
        let value = value.trim_start_matches('=');
        let _ = writeln!(compare, "        '--{}{equals}[{}]{value}' \\", flag.long, flag.help);
    }
    format!(
        "#compdef roundel\n\
         # Completions of roundel for zsh: roundel --completions zsh > \"${{fpath[1]}}/_roundel\"\n\
         if [[ ${{words[2]}} == compare ]]; then\n    \
             shift words; (( CURRENT-- ))\n    \
             _arguments -s \\\n{compare}        '1:program:_files' '*:argument:_files'\n    \
             return\n\
         fi\n\
         _arguments -s \\\n{specs}    '1:program:_files' \\\n    '*:argument:_files'\n"
    )
}

fn fish() -> String {
    let mut out =
        "# Completions of roundel for fish: roundel --completions fish | source\n".to_owned();
    for flag in FLAGS {
        let shown = flag.shown();
        let _ = write!(out, "complete -c roundel -l {}", shown.trim_start_matches('-'));
        if let Some(short) = flag.short {
            let _ = write!(out, " -s {short}");
        }
        if flag.value_name().is_some() {
            match choices(flag) {
                Some(choices) => {
                    let _ = write!(out, " -x -a '{choices}'");
                }
                None if takes_file(flag) => out.push_str(" -r"),
                None => out.push_str(" -x"),
            }
        }
        let _ = writeln!(out, " -d '{}'", flag.help.replace('\'', "\\'"));
    }
    out.push_str(
        "complete -c roundel -n __fish_is_first_arg -a compare -d 'Run under every loop'\n",
    );
    for flag in compare::FLAGS {
        let value = if flag.value.is_some() { " -r" } else { "" };
        let _ = writeln!(
            out,
            "complete -c roundel -n '__fish_seen_subcommand_from compare' -l {}{value} -d '{}'",
            flag.long,
            flag.help.replace('\'', "\\'")
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::script;
    use crate::flags::{FLAGS, Shell};

    #[test]
    fn every_flag_is_in_every_script() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let script = script(shell);
            for flag in FLAGS {
                let name = flag.shown();
                assert!(script.contains(name.trim_start_matches('-')), "{name} in {shell:?}");
            }
        }
    }

    #[test]
    fn flags_of_compare_are_in_every_script() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let script = script(shell);
            assert!(script.contains("compare") && script.contains("max-real-time"), "{shell:?}");
        }
    }

    #[test]
    fn closed_lists_are_offered() {
        assert!(script(Shell::Bash).contains("--input-type) COMPREPLY"));
        assert!(script(Shell::Fish).contains("-l completions -x -a 'bash zsh fish'"));
    }
}
