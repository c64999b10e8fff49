// A step of a Jenkins shared library: put it as vars/samekey.groovy into the repository of your library.
//   samekey target: 'contract/staging.yaml', jar: "$HOME/samekey.jar"
//   samekey target: 'contract/staging.yaml', jar: "$HOME/samekey.jar", clauses: 'RPL,CON-1', out: 'report'
// Needs a JDK on the agent and the plugin JUnit. It was not tried on a Jenkins of ours.
def call(Map given) {
    Map options = [out: 'samekey-report', clauses: ''] + given
    for (name in ['target', 'jar']) {
        if (!options[name]) {
            error "samekey: say the ${name}"
        }
    }
    int code = 2
    try {
        // By the environment: what a caller gives is never part of the script.
        withEnv(["SAMEKEY_JAR=${options.jar}", "SAMEKEY_TARGET=${options.target}", "SAMEKEY_CLAUSES=${options.clauses}", "SAMEKEY_OUT=${options.out}"]) {
            code = sh(returnStatus: true, label: 'samekey verify', script: '''
                java -jar "$SAMEKEY_JAR" verify --target "$SAMEKEY_TARGET" --out "$SAMEKEY_OUT" ${SAMEKEY_CLAUSES:+--clauses "$SAMEKEY_CLAUSES"}
            ''')
        }
    } finally {
        junit testResults: "${options.out}/junit.xml", allowEmptyResults: true
        archiveArtifacts artifacts: "${options.out}/**", allowEmptyArchive: true
        String summary = "${options.out}/contract-matrix.md"
        if (fileExists(summary)) {
            currentBuild.description = readFile(summary).readLines()[0].replaceFirst(/^# /, '')
        }
    }
    if (code != 0) {
        error code == 1 ? 'samekey: the contract is broken' : 'samekey: the contract could not be judged'
    }
}
