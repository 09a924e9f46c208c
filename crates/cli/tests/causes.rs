//! A trace knows what made each callback run: native ones too.

mod support;

use std::process::Command;

use serde_json::Value;

/// The turns of a program, by what they printed. `name` is that of the test, which has a folder of its own.
fn turns(name: &str, program: &str) -> Vec<(String, Value)> {
    let folder = std::env::temp_dir().join(format!("roundel-{name}-{}", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    let (file, log) = (folder.join("program.js"), folder.join("program.trace"));
    std::fs::write(&file, program).unwrap();
    let output = support::output(
        Command::new(env!("CARGO_BIN_EXE_roundel"))
            .arg(format!("--trace={}", log.display()))
            .arg(&file)
            .env_remove("NODE_OPTIONS")
            .env_remove("ROUNDEL_OPTIONS"),
    );
    let view = support::output(
        Command::new(env!("CARGO_BIN_EXE_roundel")).args(["trace", "view", "--json"]).arg(&log),
    );
    let text = String::from_utf8(view.stdout).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let records: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let turn = |id: &Value| {
        records.iter().find(|record| record["id"] == *id && record["type"] == "callback")
    };
    let writes = records.iter().filter(|record| record["type"] == "print" && record["fd"] == 1);
    writes
        .map(|write| {
            let text = write["text"].as_str().unwrap_or_default().trim().to_owned();
            (text, turn(&write["callback"]).cloned().unwrap_or_default())
        })
        .collect()
}

fn find<'a>(turns: &'a [(String, Value)], text: &str) -> &'a Value {
    &turns.iter().find(|(other, _)| other == text).expect("it was printed").1
}

#[test]
fn a_native_callback_has_its_cause_and_its_place() {
    let turns = turns(
        "native-callbacks",
        "const fs = require('fs');\n\
         console.log('main');\n\
         setTimeout(() => {\n\
           console.log('timer');\n\
           fs.stat('.', () => {\n\
             console.log('stat');\n\
             process.nextTick(() => console.log('tick'));\n\
           });\n\
         }, 1);\n",
    );
    let (main, timer) = (find(&turns, "main"), find(&turns, "timer"));
    let (stat, tick) = (find(&turns, "stat"), find(&turns, "tick"));
    assert_eq!((&main["kind"], &main["cause"]), (&"main".into(), &Value::Null));
    let expected = [(timer, "timer", main, 3), (stat, "io", timer, 5), (tick, "tick", stat, 7)];
    for (turn, kind, cause, line) in expected {
        assert_eq!(turn["kind"], kind, "{turn}");
        assert_eq!(turn["cause"], cause["id"], "{turn}");
        let place = turn["place"].as_str().unwrap_or_default();
        assert!(place.contains(&format!("program.js:{line}:")), "{turn}");
    }
    // The ids say the same as the callbacks.
    assert_eq!(timer["triggerAsyncId"], 1);
    assert_eq!(stat["triggerAsyncId"], timer["asyncId"]);
    assert_eq!(tick["triggerAsyncId"], stat["asyncId"]);
}

#[test]
fn a_child_and_its_pipe_have_theirs() {
    let turns = turns(
        "children",
        "const { spawn } = require('child_process');\n\
         setImmediate(() => {\n\
           const child = spawn('echo', ['x']);\n\
           child.stdout.on('data', () => console.log('data'));\n\
           child.on('exit', () => console.log('exit'));\n\
         });\n",
    );
    for text in ["data", "exit"] {
        let turn = find(&turns, text);
        assert_eq!(turn["kind"], "io", "{turn}");
        assert!(turn["place"].as_str().unwrap_or_default().contains("program.js:3:"), "{turn}");
    }
}
